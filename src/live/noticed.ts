import { createHash } from 'node:crypto';
import type { Entry } from '../domain/snapshot.ts';
import { railNamesOf } from '../domain/facts.ts';
import { railTitles } from '../domain/rail.ts';
import { stateOf } from '../domain/state.ts';
import { isCompared } from '../domain/verdict.ts';
import { isSettled } from '../verification/settled.ts';

/** Whether readers of pages notice the observation, so that these have to be built again. */
export function isNoticed(before: Entry, now: Entry): boolean {
  return noticedOf(before) !== noticedOf(now);
}

/** Whether readers of changes are told of the observation: at once where lists show it, of other live terms and failures once these last. */
export function isTold(before: Entry, now: Entry): boolean {
  if (listedText(before) !== listedText(now)) return true;

  const isNew = !isSettledNow(before) || toldText(before) !== toldText(now);
  return isNew && isSettledNow(now);
}

function noticedOf(entry: Entry): string {
  return listedText(entry) + liveText(entry);
}

/**
 * Status, score and chains, the verdicts on offers, and the names of further ways to pay, whose invoices ask for another amount each time. Times
 * and counts alone are nothing to notice.
 */
function listedText({ observed }: Entry): string {
  const { status, trustScore, chains, facts } = observed;
  const verdicts = [...facts.offers.values()].map(({ verdict }) => verdict);

  return JSON.stringify([status, trustScore, chains, verdicts, railTitles(facts.rails)]);
}

/** The state, and the live terms unless they change with each request. */
function liveText(entry: Entry): string {
  const state = stateOf(entry);
  const { termsKey } = entry.observed.facts.standing;

  return JSON.stringify([state, state === 'varies' ? null : termsKey]);
}

/** The state, and live terms that differ from the declared ones. What else a 402 offers may change with each request. */
function toldText(entry: Entry): string {
  const { verdict } = entry.observed.facts.standing;
  const isDifferent = verdict !== null && verdict !== 'verified' && isCompared(verdict);

  return isDifferent ? liveText(entry) : JSON.stringify([stateOf(entry), null]);
}

function isSettledNow({ observed }: Entry): boolean {
  return isSettled(observed.facts.standing);
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
    JSON.stringify(before.differences) === JSON.stringify(now.differences) &&
    railNamesOf(before.facts).join() === railNamesOf(now.facts).join() &&
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
