import { currencyOf } from '../domain/currency.ts';
import { chainName } from '../domain/network.ts';
import { decimalText, shortened } from '../texts/formats.ts';
import { filled } from '../texts/message.ts';
import { checkWords, failedChecks, passedChecks } from '#texts/forms.ts';
import { ownOf, type Said } from '../site/said.ts';
import { moment } from '#texts/preview.ts';
import { saidOfRegistration } from './registration-refusal.ts';
import { ask } from './catalog-api.ts';
import { type Field, readForm } from './declaration-form.ts';
import { isObject } from '../domain/json-object.ts';
import { find, findAs, foreign, make, partsOf, say } from './elements.ts';
import { type FormProblem, problemsOf, showProblems } from './form-problems.ts';

/*
 * Has the endpoint of a form checked, as soon as there is one, and fills in what its live 402 asks for.
 */

/** What POST /api/validate answers, as far as it is used. */
interface Validation {
  readonly valid: boolean;
  readonly checks: readonly {
    readonly check: string;
    readonly expected?: string;
    readonly actual?: string;
    readonly passed: boolean;
    readonly severity: string;
    readonly detail: string;
    readonly cure?: string;
  }[];
  readonly terms: readonly LiveTerms[];
  readonly discovered?: Discovered;
}

/** What the seller's own documents say of the endpoint. */
interface Discovered {
  readonly source: string;
  readonly name?: string;
  readonly description?: string;
  readonly operations?: readonly Operation[];
}

/** A paid operation of the origin. */
interface Operation {
  readonly method: string;
  readonly url: string;
  readonly name?: string;
}

interface LiveTerms {
  readonly network: string;
  readonly payTo: string;
  readonly currency?: string;
  readonly price?: string;
}

/** Terms that a form can hold: those of a token that is not known have no price. */
type UsableTerms = Required<LiveTerms>;

/** More than anybody compares. */
const maxTerms = 5;

/** The parts of a registration that are declared together. */
const parts: Readonly<Record<string, readonly string[]>> = {
  pricing: ['currency', 'pricePerRequest'],
  x402Config: ['network', 'paymentAddress'],
};

/** Checks the endpoint against those terms that are filled in without the given problems. */
export async function checkEndpoint(form: HTMLFormElement, problems: readonly FormProblem[]): Promise<void> {
  const report = find('#endpoint-report');
  const { value } = readForm(form, {});
  const { endpoint } = value;
  if (endpoint === undefined) {
    say(report, 'wrong', checkWords.needsEndpoint);
    find('#endpoint').focus();
    return;
  }

  const declared = Object.keys(parts).filter((part) => isWhole(part, value[part], problems));
  const terms = Object.fromEntries(declared.map((part) => [part, value[part]]));
  say(report, 'fine', moment);
  const answer = await ask<Validation>({
    path: '/api/validate',
    method: 'POST',
    body: { endpoint, ...terms },
  });
  if ('refusal' in answer) {
    const { refusal } = answer;
    const faults = problemsOf(refusal);
    showProblems(form, faults);
    say(
      report,
      'wrong',
      ...(faults.length > 0 ? [checkWords.fixFirst] : partsOf(saidOfRegistration(refusal))),
    );
    return;
  }
  show(form, report, answer.body, declared.length > 0);
}

/** Whether a part is filled in, and nothing is wrong with it. */
function isWhole(part: string, value: unknown, problems: readonly FormProblem[]): boolean {
  const isComplete = isObject(value) && (parts[part] ?? []).every((member) => member in value);

  return isComplete && !problems.some(({ pointer }) => pointer.startsWith(`/${part}`));
}

function show(
  form: HTMLFormElement,
  report: HTMLElement,
  { valid, checks, terms, discovered }: Validation,
  isCompared: boolean,
): void {
  const usable = terms.filter(isUsable).slice(0, maxTerms);

  say(
    report,
    valid ? 'fine' : 'wrong',
    make('p', { textContent: verdictOf(valid, terms.length > 0, isCompared) }),
    make('ul', { className: 'checks' }, ...checks.map(checkItem)),
    ...(usable.length === 0
      ? []
      : [make('p', { textContent: checkWords.waysToPay }), waysToPay(form, usable)]),
    ...(discovered ? [...ownWords(form, discovered), ...operationsOf(form, discovered)] : []),
  );
}

function verdictOf(isValid: boolean, isReadable: boolean, isCompared: boolean): string {
  if (!isReadable) return checkWords.notReady;
  if (!isValid) return checkWords.otherwise;

  return isCompared ? checkWords.asDeclared : checkWords.readable;
}

type Check = Validation['checks'][number];

function checkItem(check: Check): HTMLElement {
  const { passed, severity } = check;
  const unmet = severity === 'advisory' ? checkWords.advice : checkWords.toFix;
  const said = partsOf([saidOfCheck(check)]);

  return make(
    'li',
    { className: passed ? 'passed' : severity },
    passed ? checkWords.passed : unmet,
    ' ',
    ...said,
  );
}

function saidOfCheck({ check, passed, detail, cure, expected = '', actual = '' }: Check): Said {
  const message = ownOf(passed ? passedChecks : failedChecks, check);
  if (message === undefined) return { text: '', english: [detail, cure].filter(Boolean).join(' ') };

  const text = filled(message, { expected, actual });
  return { text, english: text.endsWith(':') ? detail : '' };
}

function isUsable(terms: LiveTerms): terms is UsableTerms {
  return terms.price !== undefined && terms.currency !== undefined && choiceOf(terms.network) !== undefined;
}

/** The network of live terms as the form's list has it. */
function choiceOf(network: string): HTMLOptionElement | undefined {
  const { options } = findAs(HTMLSelectElement, '[name="x402Config.network"]');

  return [...options].find(({ value }) => value !== '' && value === chainName(network));
}

function waysToPay(form: HTMLFormElement, ways: readonly UsableTerms[]): HTMLElement {
  return make('ul', { className: 'lines' }, ...ways.map((terms) => wayToPay(form, terms)));
}

function wayToPay(form: HTMLFormElement, terms: UsableTerms): HTMLElement {
  const { price, currency, network, payTo } = terms;
  const title = choiceOf(network)?.textContent.trim() ?? network;
  const said = checkWords.wayToPay({
    price: decimalText(price),
    currency: currencyOf(currency),
    network: title,
    wallet: shortened(payTo),
  });
  const button = make('button', { type: 'button', textContent: checkWords.useTerms });
  button.addEventListener('click', () => {
    useTerms(form, terms);
    say(find('#endpoint-report'), 'fine', checkWords.usedTerms);
    find('#pricing-pricePerRequest').focus();
  });

  return make('li', {}, make('span', {}, foreign(said)), button);
}

/** What the seller's own documents call the endpoint, to be taken over; nothing where they do not. */
function ownWords(form: HTMLFormElement, { source, name, description }: Discovered): HTMLElement[] {
  const texts = Object.entries({ name, description }).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, text] as const],
  );
  if (texts.length === 0) return [];

  const button = make('button', { type: 'button', textContent: checkWords.useTexts });
  button.addEventListener('click', () => {
    fill(form, Object.fromEntries(texts));
    say(find('#endpoint-report'), 'fine', checkWords.usedTexts({ source }));
    find('#name').focus();
  });
  const lines = texts.map(([, text]) => make('li', {}, foreign(text)));
  return [
    make('p', { textContent: checkWords.ownTexts({ source }) }),
    make('ul', { className: 'lines' }, ...lines),
    button,
  ];
}

/** The operations that the seller's document says are paid for, each to be listed; nothing where it was not asked for them. */
function operationsOf(form: HTMLFormElement, { source, operations = [] }: Discovered): HTMLElement[] {
  if (operations.length === 0) return [];

  return [
    make('p', { textContent: checkWords.operations({ source }) }),
    make('ul', { className: 'lines' }, ...operations.map((operation) => operationLine(form, operation))),
  ];
}

function operationLine(form: HTMLFormElement, { method, url, name }: Operation): HTMLElement {
  const button = make('button', { type: 'button', textContent: checkWords.useOperation });
  button.addEventListener('click', () => {
    fill(form, { endpoint: url });
    void checkEndpoint(form, []);
  });

  return make('li', {}, make('span', {}, foreign([method, url, name].filter(Boolean).join(' '))), button);
}

/** Fills in price, currency, network and wallet. */
function useTerms(form: HTMLFormElement, { price, currency, network, payTo }: UsableTerms): void {
  fill(form, {
    'pricing.pricePerRequest': price,
    'pricing.currency': currencyOf(currency),
    'x402Config.network': chainName(network),
    'x402Config.paymentAddress': payTo,
  });
}

/** Fills in what somebody may have typed, so everything that follows typing follows this too. */
function fill(form: HTMLFormElement, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const field = form.querySelector<Field>(`[name="${name}"]`);
    if (!field) continue;

    field.value = text;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
