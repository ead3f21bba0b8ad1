/* How to call a service. */

export const call = {
  heading: 'Call it',
  response: 'What it answers, as its live 402 response describes it',
  responseToCopy: 'description of the response',
  language: 'Language',
  whatToSend: 'What to send',
  required: 'required',
  asJson: 'View as JSON',
  requestToCopy: 'description of the request',
};

/** Who describes a request. */
export const requestSources = {
  observed: 'As its live 402 response describes it.',
  declared: 'As its owner describes it.',
};

/** Where a field of a request stands. */
export const fieldPlaces = { query: 'query', body: 'body', header: 'header' };

interface Limit {
  /** The most that the code pays for a request, with its token: `0.75 USDC`. */
  readonly most: string;
  /** The price that is listed, where the live one differs. */
  readonly listed: string | null;
  readonly isLive: boolean;
}

/** What the code does beyond its limit. */
export const stopsOtherwise: string =
  'It pays only the wallet and the token of this page, and stops if it is asked for anything else.';

/** What the code pays at most. */
export function limitSentence({ most, listed, isLive }: Limit): string {
  if (listed !== null) return `This code pays up to ${most}, the live price; ${listed} is listed.`;

  return isLive
    ? `This code pays up to ${most}, the live price.`
    : `This code pays up to ${most}, the listed price.`;
}

/** Why no code pays a service. */
export const reasonsNotToPay = {
  wallet:
    'It asks for payment to another wallet than its owner declares, so there is no code here that pays it.',
  down: 'It did not answer when it was last checked, so there is nothing to buy for now.',
  otherRails: (rails: string): string =>
    `The x402 clients for TypeScript and Python cannot pay it, since it takes other protocols: ${rails}. The code asks for its terms.`,
  free: 'It asks for no payment: send a plain request to its endpoint.',
  network: (title: string): string =>
    `The x402 clients for TypeScript and Python pay on EVM networks and Solana, not on ${title}.`,
  token: 'Tollbook does not know the contract of its token, so there is no code here that pays it.',
  tooSmall: (token: string): string => `Its price is less than the smallest amount of ${token}.`,
};

/** Stands where a body is not JSON, so that the code leaves it out. */
export const otherBodies = {
  'form-data': 'It takes a form (multipart/form-data). The code sends no body: add your own.',
  text: 'It takes plain text. The code sends no body: add your own.',
};

export const valuesAreMadeUp: string =
  'It gives no example, so these values are placeholders. Replace them, or you pay for nothing.';

/** How many fields are left out of a list. */
export function unshownFields(count: number): string {
  return count === 1 ? '1 more field is in the JSON.' : `${String(count)} more fields are in the JSON.`;
}

export const nextSteps = {
  similar: 'See similar services',
  category: (name: string): string => `See other services in ${name}`,
};
