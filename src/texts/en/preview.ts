/* What the registration form says from the beginning. Other words are loaded with what needs them. */

/** What a price means, beside its field. `inWords` is the price as a person would say it; undefined for a free one. */
export function priceMeaning(inWords: string | undefined): string {
  return inWords === undefined ? 'Free of charge.' : `That is ${inWords} a request.`;
}

/** The groups of the list of networks. */
export const networkGroups = { main: 'Main networks', test: 'Test networks' };

/** A test network in the list of networks. */
export const testNetworkTitle = (title: string): string => `${title} (test)`;

/** What stands in a preview for what is not filled in. */
export const previewWords = {
  name: 'Name',
  address: 'Endpoint',
  description: 'What it does',
  category: 'Category',
  price: '0.00',
  currency: 'USDC',
  network: 'Network',
  paidTo: 'Paid to',
  perRequest: (inWords: string): string => `per request: ${inWords}`,
  deprecated: 'Deprecated:',
};

/** The headings of a preview. */
export const previewHeadings = { inLists: 'In lists', onItsPage: 'On its page' };

/** The notice above a form that was filled in earlier. */
export function draftNotice(day: string): string {
  return `We kept your draft from ${day}.`;
}

export const moment: string = 'One moment …';
