import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from '../../support/evm-account.ts';

/** How a wallet answers when it is asked to sign. */
type Mood = 'signs' | 'declines' | 'signs as another';

/** How many wallets this worker has made. */
let made = 0;

/**
 * Puts a wallet with a new account into every page that is opened from now on, which is found by EIP-6963; its private key stays in the test.
 * Gives the owner that signs in with it.
 */
export async function installWallet(page: Page, mood: Mood = 'signs'): Promise<{ readonly owner: string }> {
  // The catalog gives a client ten challenges a minute, so each wallet is a client of its own.
  made += 1;
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': `192.0.2.${String(made % 256)}` });
  const account = privateKeyToAccount(generatePrivateKey());
  const signer = mood === 'signs as another' ? privateKeyToAccount(generatePrivateKey()) : account;
  await page.exposeFunction('signForTest', (message: `0x${string}`) =>
    signer.signMessage({ message: { raw: message } }),
  );
  await page.addInitScript(announce, { address: account.address, mood });

  return { owner: `wallet:${account.address}` };
}

/** Runs in the page, so it uses nothing from here. */
function announce({ address, mood }: { address: string; mood: Mood }): void {
  const answers: Record<string, (params?: unknown[]) => unknown> = {
    eth_requestAccounts: () => [address.toLowerCase()],
    // The server has no provider for Ethereum, so it asks none whether the account is a contract.
    eth_chainId: () => '0x1',
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
