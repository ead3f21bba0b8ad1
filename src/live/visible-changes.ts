import { createHash } from 'node:crypto';
import type { Entry } from '../domain/snapshot.ts';
import { railNamesOf } from '../domain/facts.ts';
import { railTitles } from '../domain/rail.ts';
import { stateOf } from '../domain/state.ts';
import { isCompared } from '../domain/verdict.ts';
import { isSettled } from '../verification/varying.ts';

/** Whether an observation changes what pages show, so that they have to be built again. */
export function changesPages(before: Entry, now: Entry): boolean {
  return shownText(before) !== shownText(now);
}

/** Whether the feed reports an observation: at once where lists show it; other live terms and failures only once they last. */
export function isReportable(before: Entry, now: Entry): boolean {
  if (listedText(before) !== listedText(now)) return true;

  const isNew = !isSettledNow(before) || reportedText(before) !== reportedText(now);
  return isNew && isSettledNow(now);
}

function shownText(entry: Entry): string {
  return listedText(entry) + liveText(entry);
}

/**
 * Status, score and chains, the verdicts on offers, and the names of further ways to pay, whose invoices ask for another amount each time.
 * Changes of times and counts alone do not count.
 */
function listedText({ observed }: Entry): string {
  const { status, trustScore, chains, facts } = observed;
  const verdicts = [...facts.offers.values()].map(({ verdict }) => verdict);

  return JSON.stringify([
    ...[status, trustScore, chains, verdicts, railTitles(facts.rails)],
    facts.outcomes.verdict,
  ]);
}

/** The state, and the live terms unless they change with each request. */
function liveText(entry: Entry): string {
  const state = stateOf(entry);
  const { termsKey } = entry.observed.facts.standing;

  return JSON.stringify([state, state === 'varies' ? null : termsKey]);
}

/** The state, and live terms that differ from the declared ones. What else a 402 offers may change with each request. */
function reportedText(entry: Entry): string {
  const { verdict } = entry.observed.facts.standing;
  const isDifferent = verdict !== null && verdict !== 'verified' && isCompared(verdict);

  return isDifferent ? liveText(entry) : JSON.stringify([stateOf(entry), null]);
}

function isSettledNow({ observed }: Entry): boolean {
  return isSettled(observed.facts.standing);
}

/** Whether an observation leaves a service at the same place of lists and searches, with the same fields. */
export function hasSameListing(entry: Entry, later: Entry): boolean {
  const [before, now] = [entry.observed, later.observed];

  return (
    before.status === now.status &&
    before.trustScore === now.trustScore &&
    before.uptimeScore === now.uptimeScore &&
    before.txCount === now.txCount &&
    before.facts.outcomes.delivered?.low === now.facts.outcomes.delivered?.low &&
    before.chains.join() === now.chains.join() &&
    JSON.stringify(before.differences) === JSON.stringify(now.differences) &&
    railNamesOf(before.facts).join() === railNamesOf(now.facts).join() &&
    stateOf(entry) === stateOf(later)
  );
}

/** The payments of a service and what its buyers say, as a text to compare. They change often, so the feed reports them once an hour. */
export function paymentsOf({ observed }: Entry): string {
  const { payments, outcomes } = observed.facts;
  const { attribution, sharedWith, txCount, revenue, uniquePayers, flags } = payments;

  return JSON.stringify([attribution, sharedWith, txCount, revenue, uniquePayers, flags, outcomes]);
}

/** A digest of all that readers see of a service. */
export function visibleDigest(entry: Entry): string {
  return createHash('sha256')
    .update(shownText(entry))
    .update(paymentsOf(entry))
    .digest('base64url')
    .slice(0, 22);
}
