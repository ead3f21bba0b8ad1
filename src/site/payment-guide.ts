import { caseWords } from '#texts/payment-guide.ts';
import { trustEvidence } from '#texts/trust.ts';
import { dayMs } from '../domain/duration.ts';
import { noFacts, notCounted, type Facts, type PaymentFlag } from '../domain/facts.ts';
import { type Trust, trust } from '../verification/trust.ts';

/** A way in which a service may be paid, with the scores that a service gets that is otherwise the same. */
export interface TrustCase {
  readonly title: string;
  readonly payments: string;
  /** Wallets that count as buyers, as the evidence of the score says. */
  readonly evidence: string;
  /** With the weights of `trust/1`. */
  readonly before: number;
  readonly now: number;
}

/** The weights of `trust/1` that differ now. */
const formerWeights: Readonly<Partial<Record<Trust['components'][number]['name'], number>>> = {
  age: 15,
  buyers: 5,
};

const checkedAt = new Date('2026-01-31T00:00:00.000Z');

/** A good service: verified in every check of thirty days, answers in 300 ms, the same terms for two months. */
const good: Pick<Facts, 'standing' | 'window'> = {
  standing: {
    ...noFacts.standing,
    status: 'verified',
    verdict: 'verified',
    checkedAt,
    termsSince: new Date(checkedAt.getTime() - 60 * dayMs),
  },
  window: { days: 30, checks: 2_880, ok: 2_880, verified: 2_880, blocked: 0, latencyMs: 2_880 * 300 },
};

interface Payers {
  readonly words: { readonly title: string; readonly payments: string };
  readonly flags?: readonly PaymentFlag[];
  readonly buyers: number | null;
}

const cases: readonly Payers[] = [
  { words: caseWords.notCounted, buyers: null },
  { words: caseWords.nobody, buyers: 0 },
  { words: caseWords.itself, flags: ['self_payments', 'single_payer'], buyers: 0 },
  { words: caseWords.onePayer, flags: ['single_payer'], buyers: 0 },
  { words: caseWords.mainPayer, flags: ['single_payer'], buyers: 5 },
  { words: caseWords.few, buyers: 5 },
  { words: caseWords.some, buyers: 20 },
  { words: caseWords.many, buyers: 50 },
];

/** How the payments of a service change its trust score. */
export const trustCases: readonly TrustCase[] = cases.map(({ words, flags = [], buyers }) => {
  const { score, components } = trust({ ...good, payments: { ...notCounted, flags, buyers } });

  return {
    ...words,
    evidence: components.map((part) => (part.name === 'buyers' ? trustEvidence(part) : '')).join(''),
    before: formerScore(components),
    now: score,
  };
});

/** The parts of a score with their weights, now and in `trust/1`. */
export const trustWeights = trust(noFacts).components.map(({ name, weight }) => ({
  name,
  weight,
  before: formerWeights[name] ?? weight,
}));

function formerScore(components: Trust['components']): number {
  const known = components.flatMap(({ name, weight, value }) =>
    value === null ? [] : [{ value, weight: formerWeights[name] ?? weight }],
  );
  const sum = known.reduce((total, { value, weight }) => total + value * weight, 0);

  return Math.round((100 * sum) / known.reduce((total, { weight }) => total + weight, 0));
}
