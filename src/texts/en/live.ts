/** Terms that the live 402 asks, beside those that the owner lists. */

/** What a struck-through value and the one beside it are called, for those who hear them. */
export const listedLabel: string = 'listed';
export const liveLabel: string = 'live';

/** The banner on the page of a service whose live wallet is another. */
export const walletAlertWords = {
  title: 'Do not pay: the wallet differs',
  text: 'The live 402 asks for payment to a different wallet than its owner declares. Do not pay until the two agree.',
  live: 'Wallet in the live 402',
  listed: 'Wallet that its owner declares',
};

/** Beside a price that changes from request to request, of which the highest is shown. */
export const variesNote = (range: { readonly from: string; readonly to: string } | null): string =>
  range === null ? 'varies' : `varies from ${range.from} to ${range.to}`;

/** Beside a price whose live token is none that Tollbook knows. */
export const unknownTokenNote: string = 'listed price; the live token is unknown';
