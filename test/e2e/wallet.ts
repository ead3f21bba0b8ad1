import type { Page } from '@playwright/test';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** How a wallet answers when it is asked to sign. */
type Mood = 'signs' | 'declines';

/** A wallet of the test, which the browser finds by EIP-6963; its key stays in the test. */
export interface TestWallet {
  readonly owner: string;
  readonly account: PrivateKeyAccount;
}

/** Puts a wallet with a new account into every page that is opened from now on. */
export async function installWallet(page: Page, mood: Mood = 'signs'): Promise<TestWallet> {
  const account = privateKeyToAccount(generatePrivateKey());
  await page.exposeFunction('signForTest', (message: `0x${string}`) =>
    account.signMessage({ message: { raw: message } }),
  );
  await page.addInitScript(announce, { address: account.address, mood });

  return { owner: `wallet:${account.address}`, account };
}

/** Runs in the page, so it uses nothing from here. */
function announce({ address, mood }: { address: string; mood: Mood }): void {
  const answers: Record<string, (params?: unknown[]) => unknown> = {
    eth_requestAccounts: () => [address.toLowerCase()],
    eth_chainId: () => '0x2105',
    personal_sign: (params) => {
      if (mood === 'declines') throw Object.assign(new Error('User rejected.'), { code: 4001 });
      return (Reflect.get(globalThis, 'signForTest') as (message: unknown) => unknown)(params?.[0]);
    },
  };
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown[] }) => answers[method]?.(params),
  };
  const detail = Object.freeze({
    info: { uuid: crypto.randomUUID(), name: 'Test Wallet', icon: 'data:,', rdns: 'com.example.wallet' },
    provider,
  });
  const tell = (): void => {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };

  addEventListener('eip6963:requestProvider', tell);
  tell();
}
