import { walletAt } from './seller-addresses.ts';

/** What the seller at an address sends in the header `Payment-Required`. */
export function challengeOf(address: string): string {
  const offer = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: walletAt(address),
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  };
  const resource = { url: 'https://api.example.com/v1', description: 'x'.repeat(200) };

  return Buffer.from(JSON.stringify({ x402Version: 2, resource, accepts: [offer, offer] })).toString(
    'base64',
  );
}
