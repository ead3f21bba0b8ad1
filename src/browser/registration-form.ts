import './copy.ts';
import { draftNotice, moment } from '#texts/preview.ts';
import { readPriceRange } from '../domain/price-range.ts';
import { dayAndMonth } from '../texts/formats.ts';
import { type Field, fieldsOf, readForm, textsOf } from './declaration-form.ts';
import { DraftStore } from './draft.ts';
import { find, findAs, say } from './elements.ts';
import type { FormProblem } from './form-problems.ts';
import { type PreviewedService, showMeaning, showPreview } from './service-preview.ts';

/*
 * The registration form. It shows the listing while it is typed, judges each field when it is left, saves a draft, and either posts the
 * registration with an API key or makes the file for a pull request. Without scripts it is hidden, because no HTML form target accepts it; until
 * this script follows it, it is inert.
 */

/** Long enough that a word is typed as one. */
const previewMs = 150;
const draftMs = 500;

const draft = new DraftStore('tollbook-registration-draft');
const form = findAs(HTMLFormElement, '#registration');
const report = find('#report');

/** What the server refused, with the texts that it refused; only the server knows whether an endpoint is listed already. */
let refused: readonly { readonly problem: FormProblem; readonly text: string | undefined }[] = [];

/** Whether something was typed that the draft does not have. */
let hasUnsavedDraft = false;
let isSending = false;

start();

function start(): void {
  restoreDraft();
  preview();
  follow();
  find('#check-endpoint').addEventListener('click', () => void checkEndpoint());
  find('#sign-in').addEventListener('click', () => void signIn());
  find('#start-over').addEventListener('click', () => startOver());
  find('#register-another').addEventListener('click', () => startOver());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = event.submitter;
    void act(button instanceof HTMLButtonElement ? button.value : 'post');
  });
  form.inert = false;
}

/** Follows what is typed. */
function follow(): void {
  const previewLater = debounced(preview, previewMs);
  const saveLater = debounced(saveDraft, draftMs);

  form.addEventListener('input', ({ target }) => {
    if (!isField(target)) return;
    hasUnsavedDraft = true;
    previewLater();
    saveLater();
    // Problems go as soon as they are fixed; new ones wait until the field is left.
    if (form.querySelector('[aria-invalid=true]')) void showFaults(isFaulty);
  });
  form.addEventListener('change', ({ target }) => {
    if (!isField(target)) return;
    target.dataset['touched'] = '';
    void showFaults(isTouched);
  });
  addEventListener('pagehide', saveDraft);
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLElement && target.dataset['field'] !== undefined;
}

const isTouched = (field: Field): boolean => field.dataset['touched'] !== undefined;
const isFaulty = (field: Field): boolean => field.getAttribute('aria-invalid') === 'true';

function debounced(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
}

function restoreDraft(): void {
  const saved = draft.read(new Date());
  if (!saved) return;

  for (const field of fieldsOf(form)) field.value = saved.fields[field.name] ?? '';
  find('#draft-day').textContent = draftNotice({ day: dayAndMonth(saved.at) });
  find('#draft').hidden = false;
}

function saveDraft(): void {
  if (!hasUnsavedDraft) return;

  draft.write(Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value])), new Date());
  hasUnsavedDraft = false;
}

function startOver(): void {
  draft.remove();
  hasUnsavedDraft = false;
  form.reset();
  for (const field of fieldsOf(form)) delete field.dataset['touched'];
  void showFaults(isTouched);
  preview();
  say(report, 'fine');
  say(find('#endpoint-report'), 'fine');
  for (const id of ['#draft', '#pull-request', '#registered']) find(id).hidden = true;
  form.hidden = false;
  find('#endpoint').focus();
}

function preview(): void {
  const service = previewed();

  showPreview(service);
  showMeaning(service.pricing);
}

function previewed(): PreviewedService {
  const texts = textsOf(form);
  const text = (name: string): string => texts[name] ?? '';

  return {
    name: text('name'),
    endpoint: text('endpoint'),
    description: text('description'),
    category: text('category'),
    pricing: { currency: text('pricing.currency'), pricePerRequest: text('pricing.pricePerRequest') },
    price: readPriceRange(text('price')),
    x402Config: {
      paymentAddress: text('x402Config.paymentAddress'),
      network: text('x402Config.network'),
    },
  };
}

function categories(): string[] {
  const { options } = findAs(HTMLSelectElement, '[name=category]', form);

  return [...options].map(({ value }) => value).filter((value) => value !== '');
}

function textAt({ pointer }: FormProblem, texts: Readonly<Record<string, string>>): string | undefined {
  return texts[pointer.slice(1).replaceAll('/', '.')];
}

async function faults(): Promise<FormProblem[]> {
  const { judgesOf, registrationFaults } = await import('./registration-faults.ts');
  const judges = await judgesOf(textsOf(form));
  // Read only now: more may have been typed meanwhile.
  const texts = textsOf(form);

  return [
    ...registrationFaults(texts, categories(), judges),
    ...refused.filter(({ problem, text }) => textAt(problem, texts) === text).map(({ problem }) => problem),
  ];
}

/** Shows the problems of some fields beside them. Returns all problems. */
async function showFaults(isShown: (field: Field) => boolean): Promise<FormProblem[]> {
  const [{ showProblems }, problems] = await Promise.all([import('./form-problems.ts'), faults()]);

  showProblems(form, problems, isShown);
  return problems;
}

async function checkEndpoint(): Promise<void> {
  const [check, problems] = await Promise.all([import('./endpoint-check.ts'), faults()]);

  await check.checkEndpoint(form, problems);
}

/** Lets the visitor get a key, and fills it in. */
async function signIn(): Promise<void> {
  const { signInOnce } = await import('./sign-in.ts');

  signInOnce(({ key }) => {
    findAs(HTMLInputElement, '#key', form).value = key;
  });
}

/** Runs the action of a button, once all fields are valid. */
async function act(action: string): Promise<void> {
  if (isSending) return;
  refused = [];
  saveDraft();
  for (const field of fieldsOf(form)) field.dataset['touched'] = '';
  const problems = await showFaults(isTouched);
  if (problems.length > 0) {
    const { openSummary } = await import('./form-problems.ts');
    say(report, 'fine');
    openSummary(form);
    return;
  }

  isSending = true;
  say(report, 'fine', moment);
  await (action === 'file' ? showFile() : post()).finally(() => {
    isSending = false;
  });
}

async function showFile(): Promise<void> {
  const { showPullRequest } = await import('./pull-request.ts');

  showPullRequest(readForm(form, {}).value, categories(), form.dataset);
  say(report, 'fine');
}

async function post(): Promise<void> {
  const { registerService } = await import('./register-service.ts');
  const outcome = await registerService(form, report);
  if (outcome === 'registered') leave();
  else refuse(outcome);
}

/** Leaves the page to what happens next. */
function leave(): void {
  draft.remove();
  hasUnsavedDraft = false;
  form.hidden = true;
  find('#draft').hidden = true;
}

/** Shows problems that only the server can find until they are fixed. */
function refuse(problems: readonly FormProblem[]): void {
  const texts = textsOf(form);
  refused = problems.map((problem) => ({ problem, text: textAt(problem, texts) }));
}
