/*
 * What stands around the code that calls a service.
 */

/** Who describes a request. */
export const requestSources = {
  observed: 'As its live 402 response describes it.',
  declared: 'As its owner describes it.',
} as const;

interface Limit {
  /** The most that the code pays for a request, with its token: `0.75 USDC`. */
  readonly most: string;
  /** The price that is listed, where the live one differs. */
  readonly listed: string | null;
  readonly isLive: boolean;
}

/** What the code does beyond its limit. */
export const stopsOtherwise =
  'It pays only the wallet and the token of this page, and stops if it is asked for anything else.';

/** What the code pays at most. */
export function limitSentence({ most, listed, isLive }: Limit): string {
  if (listed !== null) return `This code pays up to ${most}, the live price; ${listed} is listed.`;

  return isLive
    ? `This code pays up to ${most}, the live price.`
    : `This code pays up to ${most}, the listed price.`;
}

/** Stands where a body is not JSON, so that the code leaves it out. */
export const otherBodies = {
  'form-data': 'It takes a form (multipart/form-data). The code sends no body: add your own.',
  text: 'It takes plain text. The code sends no body: add your own.',
} as const;

export const valuesAreMadeUp =
  'It gives no example, so these values are placeholders: write your own, or you pay for nothing.';

/** How many fields are left out of a list. */
export function unshownFields(count: number): string {
  return count === 1 ? '1 more field is in the JSON.' : `${String(count)} more fields are in the JSON.`;
}

export const nextSteps = {
  similar: 'See similar services',
  category: (name: string): string => `See other services in ${name}`,
} as const;
