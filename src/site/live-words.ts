/** Sentences about terms that the live 402 asks, beside those that the owner lists. */

/** What a struck-through value and the one beside it are called, for those who hear them. */
export const listedLabel = 'listed';
export const liveLabel = 'live';

/** `Live price is 0.75 USDC; listed 0.30.` */
export function livePriceSentence(live: string, listed: string): string {
  return `Live price is ${live}; listed ${listed}.`;
}

export function liveNetworkSentence(live: string, listed: string): string {
  return `Live network is ${live}; listed ${listed}.`;
}

export function liveTokenSentence(live: string, listed: string): string {
  return `Live token is ${live}; listed ${listed}.`;
}

/** The banner on the page of a service whose live wallet is another. */
export const walletAlertWords = {
  title: 'Do not pay: the wallet differs',
  text: 'The live 402 asks for payment to another wallet than its owner declares. Do not pay until the two agree.',
  live: 'Wallet in the live 402',
  listed: 'Wallet that its owner declares',
} as const;

/** Beside a price whose live token is none that Tollbook knows. */
export const unknownTokenNote = 'listed price; the live token is not known';
