import { signInWords } from '#texts/sign-in.ts';
import type { Said } from '../site/said.ts';
import { ask, saidOf } from './catalog-api.ts';
import { find, findAs, foreign, make, partsOf, say } from './elements.ts';
import { savedSession, saveSession, type Session } from './session.ts';
import { askAccount, findWallets, signMessage, type Wallet, WalletFault } from './wallets.ts';

/*
 * Signing in: with a wallet, which signs a message of the server and gets a key for it, or with a key that somebody has.
 */

interface Challenge {
  readonly message: string;
}

interface IssuedKey {
  readonly key: string;
  readonly id: string;
  readonly owner: string;
  readonly expiresAt: string;
}

interface KnownKey {
  readonly id: string;
  readonly owner: string;
  readonly expiresAt: string | null;
}

type Outcome = { readonly session: Session } | { readonly faults: readonly Said[] };

/** Text that a header may contain (RFC 9110, section 5.5). */
const headerSafe = /^[\x21-\x7e]+$/;

/** Fills the page's `#wallets` with a button for each wallet of this browser, and tells how signing in goes in its `#sign-in-report`. */
export function offerWallets(signedIn: (session: Session) => void): void {
  const place = find('#wallets');
  const report = find('#sign-in-report');
  let attempt = 0;

  /** Whoever chooses another wallet meanwhile does not want the first any more. */
  async function use(wallet: Wallet): Promise<void> {
    const mine = (attempt += 1);
    say(report, 'fine', signInWords.answerIn({ wallet: wallet.name }));
    const outcome = await signInWith(wallet);
    if (mine === attempt) conclude(outcome, report, signedIn);
  }

  findWallets((wallets) => {
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren(...wallets.map((wallet) => walletButton(wallet, use)));
    if (attempt === 0) say(report, 'fine', ...(wallets.length === 0 ? [signInWords.noWallet] : []));
    if (hadFocus) place.querySelector('button')?.focus();
  });
}

/** The same for a page that works without signing in, too: who has signed in before need not again. */
export function signInOnce(signedIn: (session: Session) => void): void {
  const session = savedSession();
  const isOver = session?.expiresAt ? Date.parse(session.expiresAt) <= Date.now() : false;

  if (session && !isOver) conclude({ session }, find('#sign-in-report'), signedIn);
  else offerWallets(signedIn);
}

function walletButton(wallet: Wallet, use: (wallet: Wallet) => Promise<void>): HTMLElement {
  const button = make(
    'button',
    { type: 'button' },
    ...signInWords.signInWith({ wallet: foreign(wallet.name) }),
  );
  button.addEventListener('click', () => void use(wallet));
  return button;
}

/** Lets a form with a field for a key sign in. */
export function acceptKeys(form: HTMLFormElement, signedIn: (session: Session) => void): void {
  const field = findAs(HTMLInputElement, 'input', form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void signInWithKey(field.value).then((outcome) => {
      if ('session' in outcome) field.value = '';
      conclude(outcome, find('[role=status]', form), signedIn);
    });
  });
}

function conclude(outcome: Outcome, report: HTMLElement, signedIn: (session: Session) => void): void {
  if ('faults' in outcome) {
    say(report, 'wrong', ...partsOf(outcome.faults));
    return;
  }

  saveSession(outcome.session);
  say(report, 'fine', ...signInWords.signedInAs({ owner: foreign(outcome.session.owner) }));
  signedIn(outcome.session);
}

/** Gets a key for the account that a wallet chooses. */
async function signInWith(wallet: Wallet): Promise<Outcome> {
  try {
    const { address, account } = await askAccount(wallet);
    const challenge = await ask<Challenge>({ path: '/api/challenges', method: 'POST', body: { account } });
    if ('refusal' in challenge) return { faults: saidOf(challenge.refusal) };

    const { message } = challenge.body;
    const signature = await signMessage(wallet, address, message);
    const issued = await ask<IssuedKey>({ path: '/api/keys', method: 'POST', body: { message, signature } });
    return 'refusal' in issued
      ? { faults: [...saidOf(issued.refusal), inOwnWords(signInWords.tryAgain)] }
      : { session: sessionOf(issued.body) };
  } catch (error) {
    if (error instanceof WalletFault) return { faults: [inOwnWords(error.message)] };
    throw error;
  }
}

function sessionOf({ key, id, owner, expiresAt }: IssuedKey): Session {
  return { key, id, owner, expiresAt, isOwnMade: true };
}

/** Signs in with a key that somebody pasted: the API tells whose it is. */
async function signInWithKey(pasted: string): Promise<Outcome> {
  const key = pasted.trim();
  const [, id] = /^tbk_([^_]+)_/.exec(key) ?? [];
  if (!headerSafe.test(key) || id === undefined) {
    return { faults: [inOwnWords(signInWords.noKey)] };
  }

  const keys = await ask<readonly KnownKey[]>({ path: '/api/keys', key });
  if ('refusal' in keys) {
    return { faults: keys.refusal.status === 401 ? [inOwnWords(signInWords.deadKey)] : saidOf(keys.refusal) };
  }
  const own = keys.body.find((known) => known.id === id);
  if (!own) return { faults: [inOwnWords(signInWords.deadKey)] };

  return { session: { key, id, owner: own.owner, expiresAt: own.expiresAt, isOwnMade: false } };
}

function inOwnWords(text: string): Said {
  return { text, english: '' };
}
