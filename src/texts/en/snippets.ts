/* The words of the code that calls a service: what stands above each block, what its button copies, and what the code itself says. */

export const labels = {
  ask: 'Ask without paying',
  readTerms: 'Read the terms: version 2 of x402 has them in a header, version 1 in the body',
  sendPlain: 'Send a plain request',
  install: 'Install',
  saveAs: (file: string): string => `Save as ${file}`,
  runWithKey: 'Run with PRIVATE_KEY in the environment',
  runWithKeyInNode: 'Run with PRIVATE_KEY in the environment, in Node 22.18 or newer',
};

/** The names of what is copied. */
export const copied = {
  example: (language: string): string => `${language} example`,
  readTerms: 'how to read the terms',
  install: (language: string): string => `how to install for ${language}`,
  run: (language: string): string => `how to run ${language}`,
};

/** Comments in the code. */
export const comments = {
  onlyTheseTerms: 'This program pays these terms, and nothing else that it may be asked for.',
  stricterBelow: 'The policy below is stricter than the default: $1 to any wallet.',
  stricter: 'The policy is stricter than the default: $1 to any wallet.',
};

/** What the code prints before the receipt and the status of the response. */
export const printed = { payment: 'Payment:', status: 'Status:' };

export const notPaid: string = 'Not paid: it asks for other terms.';

interface Key {
  readonly symbol: string;
  readonly network: string;
  readonly form: string;
}

/** Where PRIVATE_KEY is missing or is no key. */
export function keyWanted({ symbol, network, form }: Key): string {
  return `Set PRIVATE_KEY to the key of a wallet that holds ${symbol} on ${network}: ${form}.`;
}

interface Limits {
  /** With its token. */
  readonly most: string;
  readonly payTo: string;
  readonly network: string;
}

/** What can have been paid at most, after a failure. */
export function limitsOfProgram({ most, payTo, network }: Limits): string {
  return `This program pays at most ${most}, to ${payTo} on ${network}.`;
}
