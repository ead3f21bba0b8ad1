import type { FieldProblem } from '../domain/problem.ts';

/*
 * The form of a registration: judged field by field while it is filled in, tried on the endpoint itself, and then sent with a key or
 * made into the file of a pull request. Without scripts it stays hidden: there is nothing it could be sent to.
 */

type Fields = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the API says, as far as it is shown. */
interface Answer {
  readonly id?: string;
  readonly valid?: boolean;
  readonly checks?: readonly {
    readonly passed: boolean;
    readonly severity: string;
    readonly detail: string;
    readonly cure?: string;
  }[];
  readonly title?: string;
  readonly detail?: string;
  readonly existing?: string;
  readonly errors?: readonly FieldProblem[];
}

/** Keeps a registration that is sent twice from being made twice; another one has another key. */
const attempt = { key: crypto.randomUUID(), body: '' };

/** What may stand in a header (RFC 9110, section 5.5). */
const sendable = /^[\x21-\x7e]+$/;

const form = document.querySelector<HTMLFormElement>('#registration');
const report = document.querySelector<HTMLElement>('#report');
if (form && report) start(form, report);

function start(within: HTMLFormElement, told: HTMLElement): void {
  within.hidden = false;
  within.addEventListener('change', (event) => {
    (event.target as HTMLElement).dataset['touched'] = '';
    void showFaults(within, 'touched');
  });
  within.querySelector('#key')?.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Enter') return;
    event.preventDefault();
    within.requestSubmit(within.querySelector('button[value=post]'));
  });
  within.addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = event.submitter as HTMLButtonElement;
    void act(value, within, told);
  });
}

/** Does what a button says, once nothing is wrong with the fields. */
async function act(what: string, within: HTMLFormElement, told: HTMLElement): Promise<void> {
  const faults = await showFaults(within, 'all');
  if (faults > 0) {
    within.querySelector<Fields>('[aria-invalid=true]')?.focus();
    say(told, `${String(faults)} ${faults === 1 ? 'thing is' : 'things are'} to be mended above.`);
    return;
  }

  say(told, 'One moment …');
  if (what === 'file') await showFile(within, told);
  else if (what === 'post') await post(within, told);
  else await validate(within, told);
}

function rules() {
  return import('./registration-rules.ts');
}

/** The body of a registration, as it is filled in; what is empty is left out. */
function bodyOf(within: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(within);
  // The catalog keeps texts on one line, and so does the form.
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value.replace(/\s*[\r\n]\s*/g, ' ').trim() : '';
  };

  return {
    ...given('name', text('name')),
    ...given('description', text('description')),
    ...given('endpoint', text('endpoint')),
    ...given('category', text('category')),
    pricing: {
      ...given('currency', text('pricing.currency')),
      ...given('pricePerRequest', text('pricing.pricePerRequest')),
      ...quotaOf(within, text('pricing.freeQuota')),
    },
    x402Config: {
      ...given('paymentAddress', text('x402Config.paymentAddress')),
      ...given('network', text('x402Config.network')),
    },
  };
}

/** A browser gives no text for what it cannot read as a number; that is no empty field. */
function quotaOf(within: HTMLFormElement, text: string): { freeQuota?: number } {
  const field = within.querySelector<HTMLInputElement>('[name="pricing.freeQuota"]');
  if (field?.validity.badInput) return { freeQuota: NaN };

  return text === '' ? {} : { freeQuota: Number(text) };
}

function given(name: string, value: string): Record<string, string> {
  return value === '' ? {} : { [name]: value };
}

async function decided(within: HTMLFormElement) {
  const { judge } = await rules();
  const categories = [...within.querySelectorAll<HTMLOptionElement>('[name=category] option')];

  return judge(
    bodyOf(within),
    categories.map(({ value }) => value),
  );
}

/** Writes beside each field what is wrong with it; answers how many things are. */
async function showFaults(within: HTMLFormElement, which: 'touched' | 'all'): Promise<number> {
  const outcome = await decided(within);
  const problems = outcome.kind === 'refused' ? outcome.problems : [];

  return writeFaults(within, problems, which);
}

function writeFaults(
  within: HTMLFormElement,
  problems: readonly FieldProblem[],
  which: 'touched' | 'all',
): number {
  const byName = Map.groupBy(problems, ({ pointer }) => pointer.slice(1).replaceAll('/', '.'));

  for (const field of within.querySelectorAll<Fields>('[data-field]')) {
    if (which === 'touched' && field.dataset['touched'] === undefined) continue;

    const faults = byName.get(field.name) ?? [];
    field.setAttribute('aria-invalid', String(faults.length > 0));
    const fault = document.getElementById(`fault-${field.id}`);
    if (fault) fault.textContent = faults.map(({ detail }) => detail).join('; ');
  }
  return problems.length;
}

async function validate(within: HTMLFormElement, told: HTMLElement): Promise<void> {
  const { endpoint, pricing, x402Config } = bodyOf(within);
  const answer = await ask('/api/validate', { endpoint, pricing, x402Config });
  if (!answer?.checks) {
    refused(within, told, answer);
    return;
  }

  say(
    told,
    answer.valid
      ? 'The endpoint asks for what you declare.'
      : 'The endpoint does not ask for what you declare yet.',
  );
  const list = document.createElement('ul');
  list.className = 'checks';
  for (const { passed, severity, detail, cure } of answer.checks) {
    const item = document.createElement('li');
    item.className = passed ? 'passed' : severity;
    item.textContent = [passed ? 'Passed:' : 'To mend:', detail, cure].filter(Boolean).join(' ');
    list.append(item);
  }
  told.append(list);
}

async function post(within: HTMLFormElement, told: HTMLElement): Promise<void> {
  const key = within.querySelector<HTMLInputElement>('#key')?.value.trim() ?? '';
  if (!sendable.test(key)) {
    say(told, 'Paste your API key above, as it was given to you: it begins with tbk_.');
    return;
  }

  const body = bodyOf(within);
  const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': attemptAt(body) };
  const answer = await ask('/api/services', body, headers);
  if (answer?.id === undefined) {
    refused(within, told, answer);
    return;
  }

  say(told, 'Registered. ');
  told.append(link(`/services/${answer.id}/`, 'See its page'));
}

function attemptAt(body: object): string {
  const text = JSON.stringify(body);
  if (attempt.body !== '' && attempt.body !== text) attempt.key = crypto.randomUUID();
  attempt.body = text;
  return attempt.key;
}

/** The answer of the API; undefined where there is none. */
async function ask(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  } catch {
    return undefined;
  }
}

function refused(within: HTMLFormElement, told: HTMLElement, answer: Answer | undefined): void {
  if (!answer) {
    say(
      told,
      'No server answers here: this is a copy of the catalog. Make the file for a pull request instead.',
    );
    return;
  }

  writeFaults(within, answer.errors ?? [], 'all');
  say(told, answer.detail ?? answer.title ?? 'The server refuses this.');
  if (answer.existing) told.append(' ', link(answer.existing.replace('/api', ''), 'See it'));
}

async function showFile(within: HTMLFormElement, told: HTMLElement): Promise<void> {
  const { fileOf } = await rules();
  const outcome = await decided(within);
  if (outcome.kind !== 'created') return;

  const { path, text } = fileOf(outcome.entry.declared);
  const { repository, branch } = within.dataset;
  const block = document.createElement('pre');
  block.textContent = text;
  say(told, `This is the file, for `);
  const place = document.createElement('code');
  place.textContent = path;
  told.append(place, block);
  if (repository === undefined) return;

  const asked = new URLSearchParams({ filename: path, value: text });
  told.append(
    link(
      `https://github.com/${repository}/new/${branch ?? 'main'}?${asked.toString()}`,
      'Open the pull request on GitHub',
    ),
  );
}

function say(told: HTMLElement, text: string): void {
  told.textContent = text;
}

function link(href: string, text: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.textContent = text;
  return anchor;
}
