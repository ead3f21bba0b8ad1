import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm';
import { ExactEvmSchemeV1 } from '@x402/evm/v1';
import { privateKeyToAccount } from 'viem/accounts';
import type { Buyer, Chain, Hash, Receipt, Seller } from './market.ts';

/** A buyer on `@x402/fetch` that pays sellers of both versions whatever they ask. */
export function buyerOf(chain: Chain, privateKey: Hash): Buyer {
  const account = privateKeyToAccount(privateKey);
  const client = new x402Client()
    .register(chain.network, new ExactEvmScheme(account))
    .registerV1('base-sepolia', new ExactEvmSchemeV1(account))
    .setSpendControls(false);
  const pay = wrapFetchWithPayment(fetch, client);

  return {
    address: account.address,
    privateKey,
    buy: async (seller, times = 1) => {
      const receipts: Receipt[] = [];
      for (let bought = 0; bought < times; bought += 1) receipts.push(await purchase(pay, seller));

      return receipts;
    },
    sign: (message) => account.signMessage({ message }),
  };
}

async function purchase(
  pay: typeof fetch,
  { url, method }: Pick<Seller, 'url' | 'method'>,
): Promise<Receipt> {
  const response = await pay(url, { method });
  const header = response.headers.get('PAYMENT-RESPONSE') ?? response.headers.get('X-PAYMENT-RESPONSE');
  const settled = header === null ? undefined : decodePaymentResponseHeader(header);
  if (!settled?.success) {
    throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  }

  const { transaction, payer } = settled;
  const answer: unknown = await response.json();
  return { transaction: transaction as Hash, payer: payer ?? '', status: response.status, answer };
}
