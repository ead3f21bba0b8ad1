import type { State } from '../../src/domain/state.ts';
import { stateWords } from '../../src/texts/en/status.ts';
import { type Verdict, verdicts } from '../../src/domain/verdict.ts';
import { printJson } from '../print-json.ts';
import { readAnswer, ShownObserved, ShownValidation } from './answers.ts';
import { type ApiOptions, clientFor } from './api-command.ts';
import type { ExitCode } from './exit-code.ts';
import { oneLine, paint, timeText, wrapped } from './layout.ts';
import { printable } from '../../src/domain/plain-text.ts';

/** Prints what the catalog observed of a service, or lets it look at any endpoint now; resolves to the exit code. */
export async function verify(what: string, options: ApiOptions): Promise<ExitCode> {
  return what.includes('://') ? verifyEndpoint(what, options) : verifyService(what, options);
}

async function verifyService(id: string, options: ApiOptions): Promise<ExitCode> {
  const answer = await clientFor(options).observed(id);
  const observed = readAnswer(ShownObserved, answer, 'what was observed');

  if (options.json) printJson(answer);
  else printObserved(observed);
  return serviceExit(observed);
}

async function verifyEndpoint(endpoint: string, options: ApiOptions): Promise<ExitCode> {
  const answer = await clientFor(options).validate({ endpoint });
  const validation = readAnswer(ShownValidation, answer, 'the validation');

  if (options.json) printJson(answer);
  else printValidation(endpoint, validation);
  return endpointExit(validation);
}

function endpointExit({ valid, verdict }: ShownValidation): ExitCode {
  if (valid) return 0;
  return verdict === 'blocked' ? 4 : 3;
}

/** What the state leaves open: a 402 that is absent or unreadable is known not to work, anything else that cannot be checked is unknown. */
function serviceExit({ state, verdict }: ShownObserved): ExitCode {
  if (state === 'verified') return 0;
  if (verdict === null || state === 'unchecked') return 4;
  if (state === 'uncheckable' && verdict !== 'not_402' && verdict !== 'malformed') return 4;

  return 3;
}

function printObserved(observed: ShownObserved): void {
  const { id, state, verdict, detail, checkedAt, since, fields, remarks } = observed;
  // A newer catalog may have further states and verdicts; its own words stand for them then.
  const words = isState(state) ? stateWords[state] : { label: oneLine(state, 28), meaning: '' };

  console.log(`${oneLine(id, 50)}: ${mark(serviceExit(observed), words.label)}`);
  const meaning = isVerdict(verdict) ? verdicts[verdict] : words.meaning;
  if (meaning !== '') console.log(wrapped(meaning));
  if (detail !== null && (state !== 'verified' || verdict === 'unread')) console.log(wrapped(detail));
  if (checkedAt !== null) {
    console.log(
      `Checked ${timeText(checkedAt)}${since === null ? '' : `; the same since ${timeText(since)}`}.`,
    );
  }
  for (const field of fields.filter(isKnown)) console.log(fieldLines(field));
  for (const remark of remarks) console.log(wrapped(`Note: ${remark.detail}`));
}

type Field = ShownObserved['fields'][number];

function isKnown({ declared, observed }: Field): boolean {
  return declared !== null || observed !== null;
}

function fieldLines({ field, declared, observed, match }: Field): string {
  const name = `  ${oneLine(field, 10).padEnd(10)}`;
  if (match === true) return `${name}${mark(0, 'same')}     ${printable(observed ?? '')}`;

  if (declared === null) return `${name}seen     ${printable(observed ?? '')}`;

  const verdict = match === null ? mark(4, 'unknown') : mark(3, 'differs');
  return [
    `${name}${verdict}`,
    `    declared  ${printable(declared)}`,
    `    observed  ${printable(observed ?? 'nothing')}`,
  ].join('\n');
}

const endpointLabels: Readonly<Partial<Record<ExitCode, string>>> = {
  0: 'works',
  3: 'does not work',
  4: 'keeps checks away',
};

function printValidation(endpoint: string, validation: ShownValidation): void {
  const { valid, verdict, checks, terms } = validation;
  const code = endpointExit(validation);

  console.log(`${printable(endpoint, 2048)}: ${mark(code, endpointLabels[code] ?? '')}`);
  if (isVerdict(verdict) && !valid) console.log(wrapped(verdicts[verdict]));
  for (const check of checks) console.log(checkLines(check));
  for (const term of terms) console.log(termLines(term));
}

function checkLines({ check, passed, severity, detail, cure }: ShownValidation['checks'][number]): string {
  const failed = severity === 'required' ? mark(3, 'no') : mark(4, '!');
  const lines = [`  ${passed ? mark(0, 'ok') : failed} ${oneLine(check, 70)}`, wrapped(detail, '     ')];

  return [...lines, ...(cure === undefined ? [] : [wrapped(cure, '     ')])].join('\n');
}

function termLines(term: ShownValidation['terms'][number]): string {
  const { price, currency, amount, asset, network, payTo } = term;
  const sum = price === undefined ? `${amount} of ${asset}` : `${price} ${currency ?? asset}`;

  return `${printable(`  asks for ${sum} on ${network}`)}\n${printable(`    to ${payTo}`)}`;
}

const colors = { 0: 'green', 1: 'red', 2: 'red', 3: 'red', 4: 'yellow' } as const;

function mark(code: ExitCode, label: string): string {
  return paint(colors[code], label);
}

function isState(text: string): text is State {
  return Object.hasOwn(stateWords, text);
}

function isVerdict(text: string | null): text is Verdict {
  return text !== null && Object.hasOwn(verdicts, text);
}
