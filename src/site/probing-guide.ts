import { dayMs, hourMs } from '../domain/duration.ts';
import { maxOtherChains } from '../domain/network.ts';
import { maxEntries } from '../verification/accept-entry.ts';
import { maxCharacters } from '../verification/described-request.ts';
import {
  inactiveAfterChecks,
  inactiveAfterMs,
  priceGraceMs,
  unreadGraceMs,
} from '../verification/life-cycle.ts';
import { exampleValue, routesAtOnce } from '../verification/offers.ts';
import { windowDays } from '../verification/uptime.ts';

/** The thresholds behind status and chains, in the units of the guide. */
export const probingNumbers = {
  entries: maxEntries,
  descriptionKiB: maxCharacters / 1024,
  otherChains: maxOtherChains,
  failures: inactiveAfterChecks,
  hoursUntilInactive: inactiveAfterMs / hourMs,
  hoursOfPriceGrace: priceGraceMs / hourMs,
  daysUnread: unreadGraceMs / dayMs,
  days: windowDays,
  routes: routesAtOnce,
};

/** A path of an offer, and what a check asks for in its place. */
export const examplePath = { declared: '/cities/{city}', asked: `/cities/${exampleValue}` };

/** The command that checks an endpoint, given the address of the catalog. */
export function validateCommand(catalog: string): string {
  return `curl --json '{"endpoint": "https://api.example.com/rain"}' ${catalog}/api/validate`;
}
