import type { Seller } from '../../economy/market.ts';

/** A valid registration with its own endpoint. */
export function aRegistration(number: number | string) {
  return {
    name: `Service ${String(number)}`,
    description: 'Answers a question for a price.',
    endpoint: `https://s-${String(number)}.example.com/v1`,
    category: 'other',
    pricing: { currency: 'USDC', pricePerRequest: '0.001' },
    x402Config: { paymentAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', network: 'base-sepolia' },
  };
}

/** A registration of what a seller on the local chain declares. */
export function registrationOf({ url, declared }: Pick<Seller, 'url' | 'declared'>) {
  return {
    ...aRegistration(`at ${new URL(url).host}`),
    endpoint: url,
    pricing: { currency: declared.token, pricePerRequest: declared.price },
    x402Config: { network: 'base-sepolia', paymentAddress: declared.wallet },
  };
}

/** Sends a registration to a running server. */
export async function register(
  url: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/services`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
