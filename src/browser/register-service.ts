import { registrationWords } from '#texts/forms.ts';
import { badgeMarkdown, claimPath, servicePath } from '../site/links.ts';
import { ask, type Refusal } from './catalog-api.ts';
import { readForm } from './declaration-form.ts';
import { find, findAs, foreign, link, partsOf, say } from './elements.ts';
import { type FormProblem, openSummary, problemsOf, showProblems } from './form-problems.ts';
import { saidOfRegistration } from './registration-refusal.ts';
import { endSession, savedSession } from './session.ts';

/*
 * Sends a registration with a key, and shows what came of it.
 */

/** The Idempotency-Key, so that posting twice registers once. Another body gets another key. */
const attempt = { key: crypto.randomUUID(), body: '' };

/** Text that a header may contain (RFC 9110, section 5.5). */
const headerSafe = /^[\x21-\x7e]+$/;

interface Registered {
  readonly id: string;
  readonly name: string;
}

/** Registers what a form without problems holds. Resolves to the problems that only the server could find, if it refuses. */
export async function registerService(
  form: HTMLFormElement,
  report: HTMLElement,
): Promise<'registered' | readonly FormProblem[]> {
  const keyField = findAs(HTMLInputElement, '#key', form);
  const key = keyField.value.trim();
  if (!headerSafe.test(key)) {
    say(report, 'wrong', registrationWords.noKey);
    keyField.focus();
    return [];
  }

  const { value } = readForm(form, {});
  const answer = await ask<Registered>({
    path: '/api/services',
    method: 'POST',
    body: value,
    key,
    idempotencyKey: idempotencyKeyFor(value),
  });
  if ('refusal' in answer) {
    // The next sign-in gives another key than the one that does not work any more.
    if (answer.refusal.status === 401 && savedSession()?.key === key) endSession();
    return showRefusal(form, report, answer.refusal);
  }

  showRegistered(answer.body);
  return 'registered';
}

function idempotencyKeyFor(body: object): string {
  const text = JSON.stringify(body);
  if (attempt.body !== '' && attempt.body !== text) attempt.key = crypto.randomUUID();
  attempt.body = text;
  return attempt.key;
}

function showRefusal(form: HTMLFormElement, report: HTMLElement, refusal: Refusal): readonly FormProblem[] {
  const problems = problemsOf(refusal);

  showProblems(form, problems);
  if (problems.length === 0) say(report, 'wrong', ...partsOf(saidOfRegistration(refusal)));
  else say(report, 'wrong', registrationWords.fixFirst, ...existingLinks(refusal.existing));
  openSummary(form);
  return problems;
}

/** Ways on from an endpoint that is listed already; `existing` is the path of its service in the API. */
function existingLinks(existing: string | undefined): (Node | string)[] {
  if (existing === undefined) return [];

  const id = existing.slice(existing.lastIndexOf('/') + 1);
  return [
    ' ',
    link(servicePath(id), registrationWords.endpointListed),
    '. ',
    link(claimPath(id), registrationWords.endpointClaim),
    '.',
  ];
}

/** Shows what happens next; the form is to go. */
function showRegistered({ id, name }: Registered): void {
  const markdown = badgeMarkdown(id, location.origin);

  find('#registered-name').replaceChildren(foreign(name));
  findAs(HTMLAnchorElement, '#registered-page').href = servicePath(id);
  findAs(HTMLAnchorElement, '#registered-claim').href = claimPath(id);
  find('#registered pre code').textContent = markdown;
  find('#registered [data-copy]').dataset['copy'] = markdown;
  find('#registered').hidden = false;
  find('#registered h2').focus();
}
