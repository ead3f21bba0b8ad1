import { commands, file, type GuideBlock } from './guide-block.ts';

/**
 * The files and commands of the quick start for buyers, in its order: one session in bash, with curl, jq and Node 22.18.
 * `test/economy/buyers-guide.test.ts` runs it as it stands on the page, and pays.
 */
export function buyersGuide(catalog: string) {
  return {
    begin: commands('name the catalog', `CATALOG=${catalog}`),
    find: commands(
      'find a service',
      `curl -sS --get "$CATALOG/api/services" --data-urlencode 'query=rain radar' \\
  --data status=verified --data chain=base-sepolia --data maxPricePerRequest=0.01 > found.json
jq '.[] | {id, name, pricing, trustScore}' found.json
ID=$(jq -r '.[0].id' found.json)`,
    ),
    observed: commands(
      'see what was observed',
      `curl -sS "$CATALOG/api/services/$ID/observed" |
  jq '{verdict, checkedAt, fields}'`,
    ),
    install: commands('install the client', 'npm install @x402/fetch@2 @x402/evm@2 viem@2'),
    buy: file(
      'buy.mjs',
      `import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm';
import { privateKeyToAccount } from 'viem/accounts';

const [catalog, id] = process.argv.slice(2);
const read = async (path) => (await fetch(\`\${catalog}/api/services/\${id}\${path}\`)).json();
const isSame = (a, b) => a.toLowerCase() === b.toLowerCase();

// The terms that the catalog has seen: to the declared wallet, on an EVM network.
const { endpoint, x402Config } = await read('');
const { verdict, method, accepts } = await read('/observed');
const seen = accepts.find(
  ({ scheme, network, payTo }) =>
    scheme === 'exact' && network.startsWith('eip155:') && isSame(payTo, x402Config.paymentAddress),
);
if (verdict !== 'verified' || !seen) throw new Error(\`Not paid: the last check says \${verdict}.\`);

// Pays these terms, and nothing else that it may be asked for.
const client = new x402Client()
  .register(seen.network, new ExactEvmScheme(privateKeyToAccount(process.env.PRIVATE_KEY)))
  .setSpendControls(false)
  .registerPolicy((version, offers) => {
    const payable = offers.filter(
      ({ payTo, asset, amount }) =>
        isSame(payTo, seen.payTo) &&
        isSame(asset, seen.asset) &&
        /^\\d+$/.test(amount) &&
        BigInt(amount) <= BigInt(seen.amount),
    );
    if (payable.length === 0) throw new Error('Not paid: it asks for other terms now.');
    return payable;
  });

const response = await wrapFetchWithPayment(fetch, client)(endpoint, { method: method ?? 'GET' });
const receipt = response.headers.get('PAYMENT-RESPONSE');
if (receipt) console.error('Paid in', decodePaymentResponseHeader(receipt).transaction);
console.log(await response.text());`,
    ),
    pay: commands(
      'pay',
      `read -rs PRIVATE_KEY
PRIVATE_KEY=$PRIVATE_KEY node buy.mjs "$CATALOG" "$ID"
unset PRIVATE_KEY`,
    ),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}
