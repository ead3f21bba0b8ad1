import { type Assets, knownAssets } from '../domain/asset.ts';
import type { Check } from '../domain/check.ts';
import type { FieldComparison, PaymentTerms, Remark } from '../domain/payment-terms.ts';
import { quoted } from '../domain/plain-text.ts';
import { isPaidByWallet, railsInWords } from '../domain/rail.ts';
import type { ProbeAnswer, ProbeFailure, ProbeResult } from '../domain/probe.ts';
import type { DeclaredTerms } from '../domain/service.ts';
import { verdicts } from '../domain/verdict.ts';
import { isOfX402, readChallenge } from './challenge.ts';
import { judge } from './judge.ts';
import { judgePlainAnswer } from './plain-answer.ts';
import { type RailsRead, readRails } from './rails/rails.ts';
import { comparedScheme, priced } from './terms.ts';

/** A check without its time. */
export type Examination = Omit<Check, 'at'>;

/** Failures that mean an endpoint turned the probe away, not that it is down. */
const guarded: readonly ProbeFailure[] = ['opted_out'];

/**
 * Judges the result of a probe against the declared terms. Without a declaration, any readable 402 is `verified`. `assets` are for results
 * that nobody has read yet.
 */
export function examine(
  result: ProbeResult,
  declared: DeclaredTerms | undefined,
  assets: Assets = knownAssets,
): Examination {
  const seen = result.seen ?? seenIn(result, assets);

  return declared ? compareTerms(seen, declared) : seen;
}

/** Judges what was seen in an answer against declared terms. */
export function compareTerms(seen: Examination, declared: DeclaredTerms): Examination {
  if (seen.terms.length === 0) return seen;

  const { verdict, fields } = judge(declared, seen.terms);
  return {
    ...seen,
    verdict,
    detail: verdict === 'unread' ? otherSchemes(seen.terms) : sentence(verdict, fields),
    fields,
  };
}

/** Reads the result of a probe. Nearly all the work of an examination, and it needs no catalog, so a thread can do it. */
export function seenIn({ method, url, outcome, latencyMs }: ProbeResult, assets: Assets): Examination {
  if ('failure' in outcome) {
    const verdict = guarded.includes(outcome.failure) ? 'blocked' : 'unreachable';
    return { ...nothing, verdict, detail: outcome.detail, httpStatus: null, latencyMs: null };
  }
  const { rails, faults } = railsOf(outcome);
  const seen = { ...nothing, httpStatus: outcome.status, latencyMs: Math.round(latencyMs), method, rails };
  if (outcome.status !== 402) return { ...seen, ...withoutChallenge(outcome, method, rails) };

  const challenge = readChallenge(outcome, url);
  if ('unread' in challenge) return { ...seen, ...unread(challenge, rails) };
  if ('fault' in challenge) return { ...seen, ...withoutTerms(challenge.fault, outcome, { rails, faults }) };

  const terms = challenge.terms.map((each) => priced(each, assets));
  const { request, sent, remarks } = challenge;
  const unusable = faults.map((detail) => ({ code: 'rail_unusable', detail }) as const);
  const hasPrice = terms.some(({ scheme }) => scheme === comparedScheme);
  return {
    ...seen,
    url,
    verdict: hasPrice ? 'verified' : 'unread',
    detail: hasPrice ? 'It can be paid.' : otherSchemes(terms),
    terms,
    rails: [...rails, ...challenge.rails],
    request,
    sent,
    remarks: [...remarks, ...unusable],
  };
}

function unread(
  { unread: detail, rails: named }: { readonly unread: string; readonly rails: Examination['rails'] },
  others: Examination['rails'],
): Pick<Examination, 'verdict' | 'detail' | 'rails'> {
  const rails = [...others, ...named];

  return rails.length > 0 ? { ...onOtherRails(rails), rails } : { verdict: 'unread', detail, rails };
}

/** Names each scheme once, with the most that a request may cost where that is known. */
function otherSchemes(terms: readonly PaymentTerms[]): string {
  const others = terms.filter(({ scheme }) => scheme !== comparedScheme);
  const names = others.map(({ scheme, price, currency }) =>
    scheme === 'upto' && price !== undefined ? `"upto" (up to ${price} ${currency ?? ''})` : quoted(scheme),
  );
  const schemes = [...new Set(names)].slice(0, maxSchemes).join(', ');

  return `It can be paid by ${schemes} alone, of which no price can be compared; offer "exact" beside it.`;
}

const maxSchemes = 4;

/** Statuses that challenges of MPP and L402 come with: 402, and 401 from servers that take them for logins. */
const railStatuses = [401, 402];

function railsOf(answer: ProbeAnswer): RailsRead {
  return railStatuses.includes(answer.status) ? readRails(answer) : { rails: [], faults: [] };
}

/** Judges a 402 whose terms of x402 cannot be read. Where it never meant x402, the other ways to pay decide. */
function withoutTerms(
  fault: string,
  answer: ProbeAnswer,
  { rails, faults }: RailsRead,
): Pick<Examination, 'verdict' | 'detail'> {
  if (isOfX402(answer)) return { verdict: 'malformed', detail: fault };
  if (rails.length > 0) return onOtherRails(rails);

  const detail =
    faults.length > 0
      ? faults.join('; ')
      : `the 402 names no way to pay that Tollbook reads (x402, MPP, L402): ${fault}`;
  return { verdict: 'malformed', detail };
}

function onOtherRails(rails: Examination['rails']): Pick<Examination, 'verdict' | 'detail'> {
  const note = rails.some(isPaidByWallet) ? '' : ', which is not payable by a wallet';

  return {
    verdict: 'unread',
    detail: `It asks for payment through a protocol other than x402: ${railsInWords(rails)}${note}.`,
  };
}

const nothing = { terms: [], fields: [], rails: [], remarks: [] } as const;

function withoutChallenge(
  answer: ProbeAnswer,
  method: ProbeResult['method'],
  rails: Examination['rails'],
): Pick<Examination, 'verdict' | 'detail' | 'remarks'> {
  if (rails.length > 0) return { ...onOtherRails(rails), remarks: [rightStatus] };
  return { ...judgePlainAnswer(answer, method), remarks: [] };
}

const rightStatus: Remark = {
  code: 'rail_without_402',
  detail: 'The challenge comes with 401, which means a login to many clients; send it with 402.',
};

const names: Readonly<Record<FieldComparison['field'], string>> = {
  payTo: 'the wallet',
  network: 'the network',
  asset: 'the token',
  price: 'the price',
  scheme: 'the scheme',
};

function sentence(verdict: keyof typeof verdicts, fields: readonly FieldComparison[]): string {
  const differing = fields.filter(({ match }) => match === false);
  const unknown = fields.filter(({ field, match }) => match === null && field !== 'scheme');
  if (verdict === 'verified') return verdicts.verified;

  const parts = [
    ...differing.map(
      ({ field, declared, observed }) =>
        `${names[field]} is ${observed ?? 'unknown'}, declared is ${declared ?? 'none'}`,
    ),
    ...unknown.map(
      ({ field, observed }) =>
        `${[names[field], observed ?? []].flat().join(' ')} is not known here and was not guessed`,
    ),
  ];
  return `${verdicts[verdict]} In it ${parts.join('; ')}.`;
}
