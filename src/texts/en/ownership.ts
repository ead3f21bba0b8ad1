import type { ProofMethod } from '../../domain/ownership/methods.ts';
import type { Worded } from '../worded.ts';

/** Makes a link of words. */
type Link<T> = (words: string) => T;

/** Who owns a service. */
export const ownership = {
  heading: 'Who owns this listing',
  owner: 'Owner',
  nobody: <T>(claim: Link<T>): Worded<T> => ['Nobody yet. ', claim('Claim it'), ' if it is yours.'],
  proof: 'Proof',
  unproven: <T>(claim: Link<T>): Worded<T> => [
    'None: nobody has proven that the owner of this listing owns the service. ',
    claim('Claim it'),
    ' if it is yours.',
  ],
  proven: <T>(day: T, place: T): Worded<T> => ['Proven on ', day, ' by ', place],
  lastSeen: <T>(day: T): Worded<T> => ['Last seen on ', day],
  lost: <T>(day: T): Worded<T> => ['No longer found. Last seen on ', day],
  maintainers: 'Maintainers',
  offeredTo: 'Offered to',
  offeredUntil: <T>(accept: Link<T>, day: T): Worded<T> => ['Who can ', accept('accept it'), ' until ', day],
  isItYours: <T>(edit: Link<T>): Worded<T> => ['Is it yours? ', edit('Edit it'), '.'],
  changes: 'How this listing changed',
  inGit: <T>(git: Link<T>): Worded<T> => [', or ', git('the same in git')],
};

/** What each method of proof looks at, in the sentence `proven`. */
export const proofPlaces: Readonly<Record<ProofMethod, (evidence: string) => string>> = {
  wallet: (wallet) => `the wallet that its live 402 names: ${wallet}`,
  http: (url) => `a file of its host: ${url}`,
  dns: (name) => `a DNS record of its host: ${name}`,
  repository: (url) => `a file in a repository with a homepage on its host: ${url}`,
};

/** Owners in words. */
export const owners = {
  wallet: (address: string): string => `Wallet ${address}`,
  contractWallet: (address: string, network: string): string => `Contract wallet ${address} on ${network}`,
  gitHub: (account: string): string => `GitHub account ${account}`,
  account: (id: string, host: string): string => `Account ${id} of ${host}`,
  copyId: (owner: string): string => `Copy the id of the owner, ${owner}`,
};

/** That a service will end. */
export const deprecation = {
  label: 'Deprecated',
  since: <T>(day: T): Worded<T> => ['Deprecated since ', day, '.'],
  ownerSays: 'Its owner says:',
  replacement: <T>(service: T): Worded<T> => ['Use ', service, ' instead.'],
};
