import { comments, copied, labels, notPaid, printed } from '#texts/snippets.ts';
import type { PayableTerms } from './payable-terms.ts';
import { literal, sentencesOf, type Snippet, type SnippetRequest } from './snippet.ts';

/** What differs between families of networks. */
interface Parts {
  readonly packages: string;
  readonly imports: string;
  /** How PRIVATE_KEY is written. */
  readonly keyPattern: string;
  /** An expression of `key`. */
  readonly signer: string;
  readonly scheme: string;
  /** Compares a property of an offer with the constant of that name. */
  readonly isSame: (property: string) => string;
}

const partsOf: Readonly<Record<PayableTerms['family'], Parts>> = {
  eip155: {
    packages: '@x402/fetch@2 @x402/evm@2 viem@2',
    imports: `import { ExactEvmScheme } from '@x402/evm';
import { ExactEvmSchemeV1 } from '@x402/evm/v1';
import { privateKeyToAccount } from 'viem/accounts';`,
    keyPattern: '/^0x[0-9a-fA-F]{64}$/',
    signer: 'privateKeyToAccount(key as `0x${string}`)',
    scheme: 'ExactEvmScheme',
    isSame: (property) => `offer.${property}.toLowerCase() === ${property}.toLowerCase()`,
  },
  solana: {
    packages: '@x402/fetch@2 @x402/svm@2 @solana/kit @scure/base',
    imports: `import { ExactSvmScheme } from '@x402/svm/exact/client';
import { ExactSvmSchemeV1 } from '@x402/svm/v1';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { base58 } from '@scure/base';`,
    keyPattern: '/^[1-9A-HJ-NP-Za-km-z]{64,88}$/',
    signer: 'await createKeyPairSignerFromBytes(base58.decode(key))',
    scheme: 'ExactSvmScheme',
    isSame: (property) => `offer.${property} === ${property}`,
  },
};

/** A file for Node, which runs TypeScript as it is from version 22.18 on. */
export function typeScriptSnippet(request: SnippetRequest, terms: PayableTerms): Snippet {
  const parts = partsOf[terms.family];

  return {
    id: 'typescript',
    title: 'TypeScript',
    blocks: [
      { label: labels.install, what: copied.install('TypeScript'), code: `npm install ${parts.packages}` },
      {
        label: labels.saveAs('buy.mts'),
        what: copied.example('TypeScript'),
        code: program(request, terms, parts),
      },
      {
        label: labels.runWithKeyInNode,
        what: copied.run('TypeScript'),
        code: 'node buy.mts',
      },
    ],
  };
}

function program(request: SnippetRequest, terms: PayableTerms, parts: Parts): string {
  const { network, networkOfV1, payTo, asset, symbol, price, amount } = terms;
  const { askForKey, limits } = sentencesOf(terms);
  const registerV1 =
    networkOfV1 === null ? '' : `\n  .registerV1(${literal(networkOfV1)}, new ${parts.scheme}V1(signer))`;

  return String.raw`import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { decodePaymentResponseHeader as decode } from '@x402/fetch';
${parts.imports}

// ${comments.onlyTheseTerms}
const network = ${literal(network)};
const payTo = ${literal(payTo)};
const asset = ${literal(asset)}; // ${symbol}
const limit = ${amount}n; // ${price} ${symbol}

const key = process.env['PRIVATE_KEY'] ?? '';
if (!${parts.keyPattern}.test(key)) {
  console.error(${literal(askForKey)});
  process.exit(1);
}
const signer = ${parts.signer};

const client = new x402Client()
  .register(network, new ${parts.scheme}(signer))${registerV1}
  // ${comments.stricterBelow}
  .setSpendControls(false)
  .registerPolicy((version, offers) => {
    const payable = offers.filter((offer) => {
      const property = version === 1 ? 'maxAmountRequired' : 'amount';
      const asked: unknown = Reflect.get(offer, property);
      return (
        typeof asked === 'string' &&
        /^\d+$/.test(asked) &&
        BigInt(asked) <= limit &&
        ${parts.isSame('payTo')} &&
        ${parts.isSame('asset')}
      );
    });
    if (payable.length === 0) {
      throw new Error('${notPaid}');
    }
    return payable;
  });
const pay = wrapFetchWithPayment(fetch, client);

try {
  const response = await pay(${requestOf(request)});
  const names = ['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'];
  const receipt = names.map((name) => response.headers.get(name)).find(Boolean);
  if (receipt) console.error('${printed.payment}', JSON.stringify(decode(receipt)));
  console.error('${printed.status}', response.status);
  console.log(await response.text());
  if (!response.ok) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(${literal(limits)});
  process.exitCode = 1;
}`;
}

function requestOf({ method, url, body }: SnippetRequest): string {
  if (method === 'GET') return literal(url);

  const sent =
    body === null ? '' : `, headers: { 'Content-Type': 'application/json' }, body: ${literal(body)}`;
  return `${literal(url)}, { method: '${method}'${sent} }`;
}
