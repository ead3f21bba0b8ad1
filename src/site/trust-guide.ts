import { attackWords, caseWords } from '#texts/trust-guide.ts';
import { dayMs } from '../domain/duration.ts';
import { type Buyers, type Facts, noBuyers, noFacts, notCounted } from '../domain/facts.ts';
import { trustEvidence } from '../texts/trust.ts';
import { buyersFor, trust, trustRules } from '../verification/trust.ts';

/** What a service showed, with the score that it gets. */
export interface TrustCase {
  readonly title: string;
  /** As the evidence of the score says. */
  readonly evidence: string;
  readonly score: number;
}

/** The cost of ten more points for an attacker who has earned none. */
export interface AttackPrice {
  readonly points: string;
  readonly attack: string;
  readonly time: string;
  readonly money: string;
}

/** The parts of a score with their most points. */
export const trustParts = trust(noFacts).components.map(({ name, weight }) => ({ name, weight }));

const checksADay = 96;
const step = 10;

const checkedAt = new Date('2026-06-30T00:00:00.000Z');

/** A service that answers every check of its days with the declared terms, in 300 ms. */
function good(days: number): Pick<Facts, 'standing' | 'window'> {
  const checks = Math.min(30, days) * checksADay;
  const since = new Date(checkedAt.getTime() - days * dayMs);

  return {
    standing: {
      ...noFacts.standing,
      status: 'verified',
      checkedAt,
      termsSince: since,
      payeeSince: since,
    },
    window: {
      days: Math.min(30, days),
      checks,
      ok: checks,
      verified: checks,
      unread: 0,
      blocked: 0,
      latencyMs: checks * 300,
    },
  };
}

/** Buyers who paid 1 USDC each. */
function paying(wallets: number): Buyers {
  return { ...noBuyers, wallets, paid: wallets, weight: wallets };
}

const { month, settled } = caseWords;

const cases: readonly {
  readonly title: string;
  readonly days: number;
  readonly buyers: Buyers | null;
  readonly isElsewhere?: boolean;
}[] = [
  { title: caseWords.firstDay, days: 1, buyers: noBuyers },
  { title: caseWords.thirdDay, days: 3, buyers: noBuyers },
  { title: month, days: 30, buyers: noBuyers },
  { title: month, days: 30, buyers: paying(5) },
  { title: settled, days: 90, buyers: null },
  { title: settled, days: 90, buyers: { ...noBuyers, funded: 50 } },
  { title: settled, days: 90, buyers: paying(1) },
  { title: settled, days: 90, buyers: paying(20) },
  { title: settled, days: 90, buyers: paying(50) },
  { title: caseWords.elsewhere, days: 90, buyers: paying(50), isElsewhere: true },
];

/** How time and buyers make a trust score. */
export const trustCases: readonly TrustCase[] = cases.map(({ title, days, buyers, isElsewhere }) => {
  const { standing, window } = good(days);
  const { score, components } = trust({
    standing: { ...standing, payeeSince: isElsewhere ? null : standing.payeeSince },
    window,
    payments: { ...notCounted, buyers },
  });

  return {
    title,
    evidence: components.map((part) => (part.name === 'buyers' ? trustEvidence(part, 'USDC') : '')).join(''),
    score,
  };
});

const { weights, settledAfterDays } = trustRules;
const withoutBuyers = 100 - weights.buyers;
const withoutAge = withoutBuyers - weights.age;

/** The numbers of the rules, and the most points of a service without buyers. */
export const trustLimits = { ...trustRules, withoutBuyers };

/** What each ten points cost, from the first to the last. */
export const attackPrices: readonly AttackPrice[] = Array.from({ length: 100 / step }, (_, n) => {
  const [from, to] = [n * step, (n + 1) * step];
  const points = `${String(from)}–${String(to)}`;
  if (to <= withoutAge) return { points, ...attackWords.answer };
  if (to <= withoutBuyers) {
    const days = Math.ceil(((to - withoutAge) / weights.age) * settledAfterDays);
    return { points, ...attackWords.wait, time: attackWords.wait.time({ days }) };
  }
  // A weight of 50 is not quite 50 after a logarithm and its inverse.
  const wallets = Math.ceil(buyersFor((to - withoutBuyers) / weights.buyers) - 1e-9);
  return { points, ...attackWords.pay, attack: attackWords.pay.attack({ wallets }) };
});
