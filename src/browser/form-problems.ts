import type { FieldProblem } from '../domain/field-problem.ts';
import { findNetwork } from '../domain/network.ts';
import { problemsHeading } from '#texts/forms.ts';
import { type FieldFacts, fieldSentence } from '../site/field-sentence.ts';
import { type Said, sentence } from '../site/said.ts';
import type { Refusal } from './catalog-api.ts';
import { type Field, fieldsOf, pointerOf } from './declaration-form.ts';
import { find, findAs, link, make, partsOf } from './elements.ts';

/*
 * The problems of a form, beside its fields and in a summary on top. The summary opens when somebody tries to send the form, and closes when
 * everything is fixed.
 */

/** A problem of what a form holds. Only those that the form found itself have no `detail`. */
export type FormProblem = Pick<FieldProblem, 'pointer' | 'code'> & Partial<Pick<FieldProblem, 'detail'>>;

/** Refusals that concern one field, although the API gives no pointer. */
const fieldOfRefusal: Readonly<Record<string, string>> = {
  endpoint_listed: '/endpoint',
  endpoint_reserved: '/endpoint',
};

export function problemsOf({ code, errors }: Refusal): readonly FormProblem[] {
  const pointer = fieldOfRefusal[code];

  return errors ?? (pointer === undefined ? [] : [{ pointer, code }]);
}

/** A problem in words, with the field that it belongs to. */
interface ShownProblem {
  readonly field: Field | undefined;
  readonly said: Said;
}

/** What each form shows at the moment. */
const shownIn = new WeakMap<HTMLFormElement, readonly ShownProblem[]>();

/**
 * Shows the problems of those fields that `isShown` picks, and hides those that are fixed. Returns what to say of
 * problems that belong to no field.
 */
export function showProblems(
  form: HTMLFormElement,
  problems: readonly FormProblem[],
  isShown: (field: Field) => boolean = () => true,
): Said[] {
  const all = problems.flatMap((problem) => shownProblems(form, problem));
  const shown = all.filter(({ field }) => !field || isShown(field));
  for (const field of fieldsOf(form)) {
    const own = shown.filter((problem) => problem.field === field);
    field.setAttribute('aria-invalid', String(own.length > 0));
    write(find(`#fault-${field.id}`), ...partsOf(own.map(({ said }) => said)));
  }
  shownIn.set(form, shown);
  const summary = summaryOf(form);
  if (shown.length === 0) summary.hidden = true;
  if (!summary.hidden) listProblems(summary, shown);
  return shown.flatMap(({ field, said }) => (field ? [] : [said]));
}

/** Opens the summary and moves the focus there, so that it is read out; does nothing where there are no problems. */
export function openSummary(form: HTMLFormElement): void {
  const problems = shownIn.get(form) ?? [];
  if (problems.length === 0) return;

  const summary = summaryOf(form);
  summary.hidden = false;
  listProblems(summary, problems);
  summary.focus();
}

function summaryOf(form: HTMLFormElement): HTMLElement {
  return find('.problems', form);
}

/** The problem at its field. A missing object stands for a problem at each required field in it. */
function shownProblems(form: HTMLFormElement, problem: FormProblem): ShownProblem[] {
  const { pointer, code, detail = '' } = problem;
  const fields = fieldsOf(form);
  const field = fields.find((each) => `${pointer}/`.startsWith(`${pointerOf(each)}/`));
  if (field) return [{ field, said: saidOf(form, field, problem) }];

  const inside = fields.filter((each) => each.required && pointerOf(each).startsWith(`${pointer}/`));
  if (code !== 'required' || inside.length === 0) {
    return [{ field, said: { text: '', english: sentence(detail) } }];
  }
  return inside.map((each) => ({ field: each, said: saidOf(form, each, problem) }));
}

function saidOf(form: HTMLFormElement, field: Field, { pointer, code, detail = '' }: FormProblem): Said {
  const { value, selectedOptions } = findAs(HTMLSelectElement, '[name="x402Config.network"]', form);
  const facts: FieldFacts = {
    value: field.value,
    network: selectedOptions[0]?.textContent.trim() ?? value,
    family: findNetwork(value)?.family ?? 'other',
    inner: pointer.slice(pointerOf(field).length),
    detail,
  };

  return fieldSentence(field.name, code, facts);
}

function listProblems(summary: HTMLElement, problems: readonly ShownProblem[]): void {
  write(find('.problems-title', summary), problemsHeading({ count: problems.length }));

  const list = find('ul', summary);
  const items = problems.map(({ field, said }) =>
    make('li', {}, ...(field ? [linkTo(field, said)] : partsOf([said]))),
  );
  // A list that did not change stays, and with it the focus on a link in it.
  if (textsIn(list.children) !== textsIn(items)) list.replaceChildren(...items);
}

function textsIn(elements: Iterable<Element>): string {
  return Array.from(elements, ({ textContent }) => textContent).join('\n');
}

function linkTo(field: Field, said: Said): HTMLElement {
  const anchor = link(`#${field.id}`, ...partsOf([said]));
  anchor.addEventListener('click', (event) => {
    event.preventDefault();
    field.focus();
  });
  return anchor;
}

/** Writing the same text again would make some screen readers say it again. */
function write(element: HTMLElement, ...parts: readonly (Node | string)[]): void {
  const text = make('p', {}, ...parts).textContent;
  if (element.textContent !== text) element.replaceChildren(...parts);
}
