import { localPath } from '../local-path.ts';

/*
 * What the pages of owners say around their forms. What their scripts say is in `forms.ts` and `listings.ts`.
 */

export const registerPage = {
  title: 'Register a service',
  description:
    'List an API that charges per request: fill in the form, check it against the endpoint, then send it with a key or as a pull request.',
  lead: 'Listing is free. Describe your service, check it against its endpoint, and send it with an API key or as a pull request. Either way it becomes one JSON file in git.',
  withoutScriptsHtml: `The form needs JavaScript. Without it, <a href="${localPath('/docs/owners/#list')}">register with one request</a> or <a href="${localPath('/docs/owners/manage/#pull-request')}">with a pull request</a>.`,
  startOver: 'Start over',
  listIt: 'List it',
  keyHint:
    'Sign in with a wallet to get a key, which this tab keeps until you close it; or paste a key that you have, which is not stored.',
  signIn: 'Sign in with a wallet',
  key: 'API key',
  post: 'Register with the key',
  makeFile: 'Make the file for a pull request',
  preview: 'Preview',
  guideHtml: `<a href="${localPath('/docs/owners/')}">The guide for owners</a> explains every field and how to do the same on the command line.`,
};

export const pullRequestPart = {
  title: 'The file for a pull request',
  /** Before its path. */
  place: 'Its place in the repository is ',
  file: 'file',
  download: 'Download the file',
  open: 'Open the pull request on GitHub',
  withGit: 'With git',
  withGitHint:
    'Download the file, then run this in a clone of the repository, and open a pull request of the new branch.',
  commands: 'commands',
};

export const registeredPart = {
  title: 'Your service is listed',
  /** After its name. */
  committed: ' is committed in git, and everybody can find it from now on. What happens next:',
  seePage: 'See its page',
  check: '. Tollbook checks it within 15 minutes; when its 402 asks for what you declare, it is verified.',
  prove: 'Prove that it is yours',
  proveWhy: ', so that nobody else can claim it.',
  badge: 'Add its badge to your pages, as Markdown:',
  badgeCode: 'badge as Markdown',
  another: 'Register another service',
};

export const formParts = {
  where: 'Where it is',
  what: 'What it is',
  cost: 'What it costs',
  paid: 'Who is paid',
  optional: 'optional',
  choose: 'Choose …',
  problems: 'Problems',
  checkNow: 'Check it now',
  checkHint:
    'Tollbook asks once without paying, as its checks do later. Price, network and wallet can be filled in from the answer.',
};

export const listingsPage = {
  title: 'My listings',
  description:
    'For owners: change, deprecate, withdraw, restore, hand over and claim the services that you list here.',
  lead: 'Change, withdraw, hand over or claim services. Each change is a commit in git, and everybody can read the history.',
  withoutScriptsHtml: `This page needs JavaScript. Without it, <a href="${localPath('/docs/owners/')}">use the API</a>, which does the same.`,
  copy: 'This is a copy of the catalog without a server. Listings are changed with the server of the original.',
  signedInAs: 'Signed in as ',
  signOut: 'Sign out',
  all: 'All my listings',
};

export const signInView = {
  byWallet: 'Sign in with a wallet',
  byWalletHtml:
    'Your wallet signs a message, and you get a key for 30 days. It costs nothing, moves no funds, and makes you the owner <code>wallet:&lt;your address&gt;</code>.',
  byKey: 'Or paste a key',
  byKeyHtml: `From the operator of this catalog, or one that <a href="${localPath('/docs/owners/')}">a wallet of another kind or a workflow</a> got through the API.`,
  key: 'API key',
  useKey: 'Sign in with the key',
  kept: 'Either key is kept in this tab alone, in its session storage, and goes away when you close it.',
  leave: 'Sign out?',
  leaveHint: 'This tab forgets the key. ',
  revoke: 'Sign out and revoke the key',
  keep: 'Sign out only',
  cancel: 'Cancel',
};

export const editView = {
  edit: 'Edit ',
  thisService: 'this service',
  outcome: 'What would be committed',
  save: 'Save the change',
  preview: 'How it would look',
};

export const claimView = {
  claim: 'Claim ',
  thisService: 'this service',
  how: 'Prove in one of three ways that it is yours. The server looks for the proof when you press the button, at most 10 times an hour for each service.',
};

export const listView = {
  yours: 'Your services',
  registerAnother: 'Register another',
  filter: 'Filter by name',
  noneHtml: `You have no services yet. <a href="${localPath('/register/')}">Register one</a>, or claim one below.`,
  id: 'Id or address of its page',
  claim: 'Claim a service',
  claimHint: 'For one that is listed without you: prove that its host or its wallet is yours.',
  claimIt: 'Claim it',
  takeOver: 'Take over a service',
  takeOverHint: 'For one that its owner offers to you: accept it within 7 days.',
  seeOffer: 'Look at the offer',
  restore: 'Restore a service',
  restoreHint: 'For one that you withdrew in the last 30 days. Those of this tab are listed here.',
  restoreIt: 'Restore it',
  keys: 'Your keys',
  keysHint: 'Your working keys. Revoke any that you do not recognise or need.',
};
