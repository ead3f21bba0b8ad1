import { groupThousands } from '../formats.ts';

/*
 * What the forms of owners say, apart from the sentences about single fields (fields.ts).
 */

/** The heading of the summary of problems. */
export function problemsHeading(count: number): string {
  return count === 1 ? 'Fix 1 problem' : `Fix ${groupThousands(count)} problems`;
}

/** What stands beside the button while a change has problems. */
export function notSavable(count: number): string {
  return count === 1
    ? '1 problem keeps this from being saved: see beside its field.'
    : `${groupThousands(count)} problems keep this from being saved: see beside the fields.`;
}

export const unreadable: string = 'Some fields cannot be read: see beside them.';

/** Why a registration was refused; the words of the API for a code that has none here. `wait` says when to send it again: `40 seconds`. */
export const registrationRefusals: Readonly<Record<string, (wait: string) => string>> = {
  unauthorized: () =>
    'This key does not work: it is mistyped, expired or revoked. Paste another, or sign in with a wallet.',
  too_many_requests: (wait) => `Too many requests came from you or your address. Try again in ${wait}.`,
  too_many_unverified: () =>
    'You have, or this host has, as many services as may be listed before checks verify one. Let one be verified, or withdraw one; then register this one.',
  commit_failed: (wait) =>
    `The catalog could not save this, and nothing was registered. Try again in ${wait}.`,
  commit_unsettled: (wait) =>
    `This takes too long to save, and may still succeed. See in ${wait} whether the service is listed.`,
  unavailable: (wait) => `The server cannot answer right now. Try again in ${wait}.`,
  internal_error: () => 'Something went wrong on our side. Try again in a minute.',
  unreachable: () => 'The server cannot be reached. Check your connection, then try again.',
  no_server: () => 'No server answers here: this is a copy of the catalog. Make a pull request instead.',
};

/** When to send it again, where the server does not say. */
export const shortWait: string = 'a minute';

export const kept: string = 'What you typed stays here.';

export const registrationWords = {
  noKey: 'Paste your API key above, as it was given to you: it begins with tbk_.',
  fixFirst: 'Fix the problems above, then try again.',
  endpointListed: 'See the service',
  endpointClaim: 'Claim it, if it is yours',
};

/** What a check of the endpoint shows. */
export const checkWords = {
  needsEndpoint: 'Enter the endpoint first.',
  fixFirst: 'Fix the fields that are marked, then check again.',
  asDeclared: 'The endpoint asks for what you declare.',
  readable: 'The endpoint answers 402 with terms that buyers can read.',
  otherwise: 'The endpoint does not ask for what you declare yet.',
  notReady: 'The endpoint is not ready for buyers yet.',
  passed: 'Passed:',
  toFix: 'To fix:',
  advice: 'Advice:',
  waysToPay: 'It can be paid like this:',
  wayToPay: (price: string, currency: string, network: string, wallet: string): string =>
    `${price} ${currency} on ${network} to ${wallet}`,
  useTerms: 'Use these terms',
  usedTerms: 'Price, currency, network and wallet are filled in from the live answer.',
  ownTexts: (source: string): string => `Your ${source} says of it:`,
  useTexts: 'Use this name and description',
  operations: (source: string): string =>
    `${source} says that these operations cost money. Each is a listing of its own:`,
  useOperation: 'Check this one',
  usedTexts: (source: string): string => `Name and description are filled in from your ${source}.`,
};

/** What a check of the endpoint compared. */
interface Compared {
  readonly expected: string;
  readonly actual: string;
}

/** What a passed check says, by its code; the words of the API for a check that has none here. */
export const passedChecks: Readonly<Record<string, (compared: Compared) => string>> = {};

/** The same for a failed one, with its cure. A sentence that ends with a colon introduces what the API says. */
export const failedChecks: Readonly<Record<string, (compared: Compared) => string>> = {};
