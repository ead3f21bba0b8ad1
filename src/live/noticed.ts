import { createHash } from 'node:crypto';
import type { Entry } from '../domain/snapshot.ts';
import { railTitles } from '../domain/rail.ts';
import { stateOf } from '../domain/state.ts';

/**
 * What readers notice of an observation at once, as a text to compare: its state, status, score and chains, the live terms, the verdicts on
 * offers, and the names of further ways to pay, whose invoices ask for another amount each time. Times and counts alone are nothing to notice.
 */
export function noticedOf(entry: Entry): string {
  const { status, trustScore, chains, facts } = entry.observed;
  const verdicts = [...facts.offers.values()].map(({ verdict }) => verdict);

  const rails = facts.rails.length === 0 ? [] : [railTitles(facts.rails)];

  return JSON.stringify([
    stateOf(entry),
    status,
    trustScore,
    chains,
    facts.standing.termsKey,
    verdicts,
    ...rails,
  ]);
}

/** Whether lists and searches hold a service at the same place, with the same fields, before and after an observation. */
export function isListedAlike(entry: Entry, later: Entry): boolean {
  const [before, now] = [entry.observed, later.observed];

  return (
    before.status === now.status &&
    before.trustScore === now.trustScore &&
    before.uptimeScore === now.uptimeScore &&
    before.txCount === now.txCount &&
    before.chains.join() === now.chains.join() &&
    stateOf(entry) === stateOf(later)
  );
}

/** The payments of a service, as a text to compare. They change often, so readers are told of them from time to time. */
export function paymentsOf({ observed }: Entry): string {
  const { attribution, sharedWith, txCount, revenue, uniquePayers, flags } = observed.facts.payments;

  return JSON.stringify([attribution, sharedWith, txCount, revenue, uniquePayers, flags]);
}

/** Identifies all of that. */
export function seenDigest(entry: Entry): string {
  return createHash('sha256')
    .update(noticedOf(entry))
    .update(paymentsOf(entry))
    .digest('base64url')
    .slice(0, 22);
}
