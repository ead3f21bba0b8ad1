import type { FieldProblem } from '../domain/field-problem.ts';

/*
 * The registration form. It validates each field as it is filled in, can probe the endpoint, and then either posts the registration
 * with an API key or creates the file for a pull request. Without scripts it stays hidden, because no HTML form target accepts it.
 */

type Fields = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The parts of the API's answers that are shown. */
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

/** The Idempotency-Key, so that posting twice registers once. Another body gets another key. */
const attempt = { key: crypto.randomUUID(), body: '' };

/** Text that a header may contain (RFC 9110, section 5.5). */
const headerSafe = /^[\x21-\x7e]+$/;

const formElement = document.querySelector<HTMLFormElement>('#registration');
const reportElement = document.querySelector<HTMLElement>('#report');
if (formElement && reportElement) start(formElement, reportElement);

function start(form: HTMLFormElement, report: HTMLElement): void {
  form.hidden = false;
  form.addEventListener('change', (event) => {
    (event.target as HTMLElement).dataset['touched'] = '';
    void showFaults(form, 'touched');
  });
  document.querySelector('#sign-in')?.addEventListener('click', () => void signIn(form));
  form.querySelector('#key')?.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Enter') return;
    event.preventDefault();
    form.requestSubmit(form.querySelector('button[value=post]'));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = event.submitter as HTMLButtonElement;
    void act(value, form, report);
  });
}

/** Lets the visitor get a key, and fills it in. */
async function signIn(form: HTMLFormElement): Promise<void> {
  const { signInOnce } = await import('./sign-in.ts');
  signInOnce(({ key }) => {
    const field = form.querySelector<HTMLInputElement>('#key');
    if (field) field.value = key;
  });
}

/** Runs the action of a button, once all fields are valid. */
async function act(action: string, form: HTMLFormElement, report: HTMLElement): Promise<void> {
  const faults = await showFaults(form, 'all');
  if (faults > 0) {
    form.querySelector<Fields>('[aria-invalid=true]')?.focus();
    say(report, `Fix ${String(faults)} ${faults === 1 ? 'problem' : 'problems'} above.`);
    return;
  }

  say(report, 'One moment …');
  if (action === 'file') await showFile(form, report);
  else if (action === 'post') await post(form, report);
  else await validate(form, report);
}

function rules() {
  return import('./registration-rules.ts');
}

/** The body of the registration, without empty fields. */
function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form);
  // Texts in the catalog are single lines.
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
      ...quotaOf(form, text('pricing.freeQuota')),
    },
    x402Config: {
      ...given('paymentAddress', text('x402Config.paymentAddress')),
      ...given('network', text('x402Config.network')),
    },
  };
}

/** Browsers return an empty value for input that is not a number, so check for that before treating the field as empty. */
function quotaOf(form: HTMLFormElement, text: string): { freeQuota?: number } {
  const field = form.querySelector<HTMLInputElement>('[name="pricing.freeQuota"]');
  if (field?.validity.badInput) return { freeQuota: NaN };

  return text === '' ? {} : { freeQuota: Number(text) };
}

function given(name: string, value: string): Record<string, string> {
  return value === '' ? {} : { [name]: value };
}

async function judgeForm(form: HTMLFormElement) {
  const { judge } = await rules();
  const categories = [...form.querySelectorAll<HTMLOptionElement>('[name=category] option')];

  return judge(
    bodyOf(form),
    categories.map(({ value }) => value),
  );
}

/** Shows each field's problems beside it. Returns the number of problems. */
async function showFaults(form: HTMLFormElement, which: 'touched' | 'all'): Promise<number> {
  const checked = await judgeForm(form);
  const problems = 'problems' in checked ? checked.problems : [];

  return writeFaults(form, problems, which);
}

function writeFaults(
  form: HTMLFormElement,
  problems: readonly FieldProblem[],
  which: 'touched' | 'all',
): number {
  const byName = Map.groupBy(problems, ({ pointer }) => pointer.slice(1).replaceAll('/', '.'));

  for (const field of form.querySelectorAll<Fields>('[data-field]')) {
    if (which === 'touched' && field.dataset['touched'] === undefined) continue;

    const faults = byName.get(field.name) ?? [];
    field.setAttribute('aria-invalid', String(faults.length > 0));
    const fault = document.getElementById(`fault-${field.id}`);
    if (fault) fault.textContent = faults.map(({ detail }) => detail).join('; ');
  }
  return problems.length;
}

async function validate(form: HTMLFormElement, report: HTMLElement): Promise<void> {
  const { endpoint, pricing, x402Config } = bodyOf(form);
  const answer = await ask('/api/validate', { endpoint, pricing, x402Config });
  if (!answer?.checks) {
    showRefusal(form, report, answer);
    return;
  }

  say(
    report,
    answer.valid
      ? 'The endpoint asks for what you declare.'
      : 'The endpoint does not ask for what you declare yet.',
  );
  const list = document.createElement('ul');
  list.className = 'checks';
  for (const { passed, severity, detail, cure } of answer.checks) {
    const item = document.createElement('li');
    item.className = passed ? 'passed' : severity;
    item.textContent = [passed ? 'Passed:' : 'To fix:', detail, cure].filter(Boolean).join(' ');
    list.append(item);
  }
  report.append(list);
}

async function post(form: HTMLFormElement, report: HTMLElement): Promise<void> {
  const key = form.querySelector<HTMLInputElement>('#key')?.value.trim() ?? '';
  if (!headerSafe.test(key)) {
    say(report, 'Paste your API key above, as it was given to you: it begins with tbk_.');
    return;
  }

  const body = bodyOf(form);
  const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKeyFor(body) };
  const answer = await ask('/api/services', body, headers);
  if (answer?.id === undefined) {
    showRefusal(form, report, answer);
    return;
  }

  say(report, 'Registered. ');
  report.append(link(`/services/${answer.id}/`, 'See its page'));
}

function idempotencyKeyFor(body: object): string {
  const text = JSON.stringify(body);
  if (attempt.body !== '' && attempt.body !== text) attempt.key = crypto.randomUUID();
  attempt.body = text;
  return attempt.key;
}

/** The answer of the API; undefined when no server answers. */
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

function showRefusal(form: HTMLFormElement, report: HTMLElement, answer: Answer | undefined): void {
  if (!answer) {
    say(
      report,
      'No server answers here: this is a copy of the catalog. Make the file for a pull request instead.',
    );
    return;
  }

  writeFaults(form, answer.errors ?? [], 'all');
  say(report, answer.detail ?? answer.title ?? 'The server refuses this.');
  if (answer.existing) report.append(' ', link(answer.existing.replace('/api', ''), 'See it'));
}

async function showFile(form: HTMLFormElement, report: HTMLElement): Promise<void> {
  const { fileOf } = await rules();
  const checked = await judgeForm(form);
  if (!('value' in checked)) return;

  const { path, text } = fileOf(checked.value);
  const { repository, branch } = form.dataset;
  const block = document.createElement('pre');
  block.textContent = text;
  say(report, `This is the file, for `);
  const place = document.createElement('code');
  place.textContent = path;
  report.append(place, block);
  if (repository === undefined) return;

  const parameters = new URLSearchParams({ filename: path, value: text });
  report.append(
    link(
      `https://github.com/${repository}/new/${branch ?? 'main'}?${parameters.toString()}`,
      'Open the pull request on GitHub',
    ),
  );
}

function say(report: HTMLElement, text: string): void {
  report.textContent = text;
}

function link(href: string, text: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.textContent = text;
  return anchor;
}
