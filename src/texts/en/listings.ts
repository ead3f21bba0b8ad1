/*
 * What the scripts of "My listings" say. A part of a sentence is a text, or an element such as a name or a link.
 */

type Part = Node | string;

export const sessionWords = {
  signedOut: 'Your key has expired or was revoked. Sign in again to go on.',
  ownerId: 'your owner id',
  keyEnds: (end: Part): Part[] => ['The key works until ', end, '.'],
  ownKey: 'This key was made for this tab. Revoke it, unless you copied it for use elsewhere.',
  pastedKey: 'You pasted this key. Keep it if anything else uses it.',
};

export const copyWords = { copy: 'Copy', copyIt: (what: string): string => `Copy ${what}` };

export const backToListings: string = 'Your listings';

export const listWords = {
  changedOn: (day: Part): Part[] => ['Changed on ', day],
  edit: 'Edit',
  handOver: 'Hand over',
  withdraw: 'Withdraw',
  takeBack: 'Take back',
  restore: 'Restore',
  prove: 'Prove it',
  offered: 'Offered.',
  takenBack: 'The offer is taken back.',
  withdrawn: (name: Part): Part[] => [name, ' is withdrawn.'],
  restored: (name: Part): Part[] => [name, ' is listed again.'],
  yoursNow: (name: Part): Part[] => [name, ' is yours now.'],
  notOffered: (name: Part): Part[] => [
    name,
    ' is not offered to you. Give its owner your owner id, which is shown above.',
  ],
  needsId: 'Give the id of the service, or the address of its page.',
  notWithdrawn: 'No service with this id was withdrawn. Look at its page, or in your records.',
  /** The name of a button that does this to a service. */
  actionOn: (action: string, name: string): string => `${action} ${name}`,
};

export const concernWords = {
  unprobed: 'Checks are turned off in its file.',
  unchecked: 'It has not been checked yet.',
  /** Before what it found. */
  lastCheck: 'Last check:',
  offered: (to: string, day: string): string => `Offered to ${to} until ${day}.`,
  unproven: 'Its ownership is not proven: whoever proves it can claim it.',
  stale: (method: string, day: string): string =>
    `The proof by ${method} is no longer found; it was last seen on ${day}.`,
  deprecated: (message: string): string => `Deprecated: ${message}`,
};

export const keyWords = {
  revoke: 'Revoke',
  revokeKey: (id: string): string => `Revoke the key ${id}`,
  inUse: ', which you are using now',
  madeOn: (day: Part): Part[] => ['Made on ', day, ', '],
  expiresOn: (day: Part): Part[] => ['expires on ', day],
  neverExpires: 'never expires',
  title: 'Revoke this key?',
  refused: (id: Part): Part[] => ['Whatever uses the key ', id, ' is refused from then on.'],
  signsOut: 'You are signed in with it, so this signs you out.',
  action: 'Revoke it',
};

export const withdrawWords = {
  title: 'Withdraw this service?',
  leaves: (name: Part): Part[] => [
    name,
    ' will leave the catalog at once: whoever asks for it gets 410 Gone.',
  ],
  restorable:
    'You can restore it for 30 days, and nobody else can list its endpoint until then. After that, its id is gone for good.',
  action: 'Withdraw it',
};

export const restoreWords = {
  title: 'Restore this service?',
  returns: (name: Part): Part[] => [
    name,
    ' will be listed again as it was, and unverified until it is checked again.',
  ],
  until: (time: Part): Part[] => ['It can be restored until ', time, '.'],
  action: 'Restore it',
};

export const handOverWords = {
  title: 'Hand this service over?',
  newOwner: 'New owner',
  hint: 'As that owner sees it on this page: wallet:0x…, github:… or a name.',
  stays: (name: Part): Part[] => [
    name,
    ' stays yours until the new owner accepts, which has to be within 7 days.',
  ],
  ends: 'With that, its proof of ownership and its maintainers end. The new owner accepts here:',
  address: 'the address',
  action: 'Offer it',
};

export const takeBackWords = {
  title: 'Take the offer back?',
  stays: (name: Part): Part[] => [name, ' stays yours, and can no longer be accepted.'],
  action: 'Take it back',
};

export const takeOverWords = {
  title: 'Take this service over?',
  nobody: 'nobody',
  offered: (name: Part, owner: Part, until: Part | undefined): Part[] => [
    name,
    ' belongs to ',
    owner,
    ' and is offered to you',
    ...(until === undefined ? [] : [' until ', until]),
    '.',
  ],
  check: 'Check its wallet before buyers pay it: it stays as it was declared until you change it.',
  action: 'Take it over',
};

export const differenceWords = { removed: 'Removed', before: 'Before', added: 'Added', after: 'After' };
