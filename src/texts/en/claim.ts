/*
 * What the page says to somebody who claims a listing. A part of a sentence is a text, or an element such as a name or a link.
 */

type Part = Node | string;

export const claimWords = {
  ownerless: 'Nobody owns this service.',
  /** `method` is undefined where nothing is proven. */
  belongsTo: (owner: Part, method: string | undefined): Part[] => [
    'It belongs to ',
    owner,
    method === undefined ? ', without a proof.' : `, proven by ${method}.`,
  ],
  isYours: (method: string | undefined): string =>
    method === undefined ? 'It is yours, without a proof.' : `It is yours, proven by ${method}.`,
  edit: 'Edit it',
  restore: 'Restore it',
  withdrawn: 'This service was withdrawn. If it was yours, restore it; else claim it.',
  looking: 'Looking for it …',
  provenBy: (evidence: Part): Part[] => ['It is yours now, proven by ', evidence, '.'],
  lookedFor: 'Looked for ',
  found: 'Found ',
};

export const fileWords = {
  title: 'A file on its host',
  serve: 'Serve this line:',
  line: 'the line',
  at: 'as plain text, answered with 200 and without a redirect, at:',
  address: 'the address',
  check: 'Check the file',
};

export const recordWords = {
  title: 'A DNS record',
  add: 'Add a TXT record with this name:',
  name: 'the name',
  value: 'and this value:',
  copyValue: 'the value',
  check: 'Check the record',
};

export const paidWalletWords = {
  title: 'The wallet that is paid',
  signIn: (owner: Part): Part[] => [
    'Sign in with the wallet that buyers pay. Your key belongs to ',
    owner,
    '.',
  ],
  mustName: 'On the declared network, the live 402 response must name this wallet and no other:',
  wallet: 'your wallet',
  isLess: 'Proof of the host is stronger: whoever has it can claim the service from you.',
  check: 'Check the wallet',
};
