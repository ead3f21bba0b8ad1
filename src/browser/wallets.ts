import { signInWords, walletFaults, walletWords } from '#texts/sign-in.ts';
import { ownOf } from '../site/said.ts';

/*
 * Wallets in the browser: EIP-6963 finds them, and EIP-1193 asks them. What they answer is as untrusted as anything from outside.
 */

/** A wallet that can be asked. */
export interface Wallet {
  /** How it calls itself. Untrusted text. */
  readonly name: string;
  readonly provider: Provider;
}

/** EIP-1193. */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** The account that a wallet lets this page use. */
export interface WalletAccount {
  readonly address: string;
  /** CAIP-10. */
  readonly account: string;
}

/** Something went wrong in the wallet; the message is a sentence for its user. */
export class WalletFault extends Error {
  override readonly name = 'WalletFault';
}

/** Wallets announce themselves at once; one that does not know EIP-6963 is only looked for after this. */
const announceMs = 250;
const longestName = 60;

/** Finds the wallets of this browser. Calls `found` with all that are known so far, at the latest after a moment, then whenever one is added. */
export function findWallets(found: (wallets: readonly Wallet[]) => void): void {
  const wallets = new Map<string, Wallet>();
  addEventListener('eip6963:announceProvider', (event) => {
    const { detail } = event as CustomEvent<unknown>;
    const announced = announcedWallet(detail);
    if (!announced || wallets.has(announced.uuid)) return;

    wallets.set(announced.uuid, announced.wallet);
    found([...wallets.values()]);
  });
  dispatchEvent(new Event('eip6963:requestProvider'));

  setTimeout(() => {
    if (wallets.size > 0) return;
    const provider: unknown = Reflect.get(globalThis, 'ethereum');
    found(isProvider(provider) ? [{ name: signInWords.thisBrowsersWallet, provider }] : []);
  }, announceMs);
}

function announcedWallet(detail: unknown): { uuid: string; wallet: Wallet } | undefined {
  const { info, provider } = membersOf(detail);
  const { uuid, name } = membersOf(info);
  if (typeof uuid !== 'string' || typeof name !== 'string' || !isProvider(provider)) return undefined;

  return { uuid, wallet: { name: name.slice(0, longestName), provider } };
}

function isProvider(value: unknown): value is Provider {
  return typeof membersOf(value)['request'] === 'function';
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Asks the wallet which account this page may use. @throws {WalletFault} */
export async function askAccount({ provider }: Wallet): Promise<WalletAccount> {
  const accounts = await call(provider, 'eth_requestAccounts');
  const chain = await call(provider, 'eth_chainId');
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) {
    throw new WalletFault(walletWords.noAccount);
  }
  if (typeof chain !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(chain)) {
    throw new WalletFault(walletWords.noChain);
  }

  return { address, account: `eip155:${BigInt(chain).toString()}:${address}` };
}

/** Has a message signed (EIP-191). @throws {WalletFault} */
export async function signMessage({ provider }: Wallet, address: string, message: string): Promise<string> {
  const signature = await call(provider, 'personal_sign', [hexOf(message), address]);
  if (typeof signature === 'string') return signature;

  throw new WalletFault(walletWords.noSignature);
}

async function call(provider: Provider, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request({ method, ...(params ? { params } : {}) });
  } catch (error) {
    throw new WalletFault(faultText(error), { cause: error });
  }
}

function faultText(error: unknown): string {
  const { code, message } = membersOf(error);
  const faults: Readonly<Record<string, string>> = walletFaults;
  const known = typeof code === 'number' ? ownOf(faults, String(code)) : undefined;

  return (
    known ??
    (typeof message === 'string'
      ? walletWords.says({ said: message.slice(0, 200) })
      : walletWords.saysNothing)
  );
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];

  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
