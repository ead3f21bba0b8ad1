import { buyersCommands as does } from '#texts/guides.ts';
import { commands, file, type GuideBlock } from './guide-block.ts';
import { type GuideExample, usualExample } from './guide-example.ts';

/**
 * The files and commands of the quick start for buyers, in its order: one session in bash, with curl, jq and Node 22.18.
 * `test/long/economy/buyers-guide.test.ts` runs it as it stands on the page, and pays.
 */
export function buyersGuide(catalog: string, { words, chain }: GuideExample = usualExample) {
  return {
    begin: commands(does.begin, `CATALOG=${catalog}`),
    find: commands(
      does.find,
      `curl -sS --fail-with-body --get "$CATALOG/api/services" \\
  --data-urlencode 'query=${words}' --data state=verified --data chain=${chain} \\
  --data maxPricePerRequest=0.01 > found.json
jq '.[] | {id, name, pricing, trustScore}' found.json
ID=$(jq -re '.[0].id' found.json)`,
    ),
    observed: commands(
      does.observed,
      `curl -sS "$CATALOG/api/services/$ID/observed" |
  jq '{verdict, checkedAt, fields}'`,
    ),
    install: commands(does.install, 'npm install @x402/fetch@2 @x402/evm@2 viem@2'),
    buy: file(
      'buy.mjs',
      `import {
  decodePaymentResponseHeader,
  wrapFetchWithPayment,
  x402Client,
} from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm';
import { privateKeyToAccount } from 'viem/accounts';

const [catalog, id] = process.argv.slice(2);
const service = \`\${catalog}/api/services/\${id}\`;
async function read(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(\`\${url} answered \${response.status}.\`);
  return response.json();
}
const isSame = (a, b) => a.toLowerCase() === b.toLowerCase();

// The observed terms: to the declared wallet, on an EVM network.
const { endpoint, x402Config } = await read(service);
const { verdict, method, accepts } = await read(\`\${service}/observed\`);
const terms = accepts.find(
  ({ scheme, network, payTo }) =>
    scheme === 'exact' &&
    network.startsWith('eip155:') &&
    isSame(payTo, x402Config.paymentAddress),
);
if (verdict !== 'verified' || !terms) {
  throw new Error(\`Not paid: the last check says \${verdict}.\`);
}

// This program pays these terms, and nothing else that it may be asked for.
const account = privateKeyToAccount(process.env.PRIVATE_KEY);
const client = new x402Client()
  .register(terms.network, new ExactEvmScheme(account))
  .setSpendControls(false)
  .registerPolicy((version, offers) => {
    const payable = offers.filter(
      ({ payTo, asset, amount }) =>
        isSame(payTo, terms.payTo) &&
        isSame(asset, terms.asset) &&
        /^\\d+$/.test(amount) &&
        BigInt(amount) <= BigInt(terms.amount),
    );
    if (payable.length > 0) return payable;

    throw new Error('Not paid: it asks for other terms now.');
  });

const pay = wrapFetchWithPayment(fetch, client);
const response = await pay(endpoint, { method: method ?? 'GET' });
const receipt = response.headers.get('PAYMENT-RESPONSE');
if (receipt) {
  console.error('Paid in', decodePaymentResponseHeader(receipt).transaction);
}
console.log(await response.text());
if (!response.ok) {
  throw new Error(\`\${receipt ? 'Paid, but the' : 'The'} seller answered \${response.status}.\`);
}`,
    ),
    pay: commands(
      does.pay,
      `read -rs PRIVATE_KEY
PRIVATE_KEY=$PRIVATE_KEY node buy.mjs "$CATALOG" "$ID"
unset PRIVATE_KEY`,
    ),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}

export type BuyersGuide = ReturnType<typeof buyersGuide>;
