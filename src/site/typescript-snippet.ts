import { comments, copied, labels, notPaid, printed } from '#texts/snippets.ts';
import { factsOf, payerOf } from '../domain/families/families.ts';
import type { Payer } from '../domain/families/family.ts';
import type { PayableTerms } from './payable-terms.ts';
import { literal, sentencesOf, type Snippet, type SnippetRequest } from './snippet.ts';

/** A file for Node, which runs TypeScript as it is from version 22.18 on. */
export function typeScriptSnippet(request: SnippetRequest, terms: PayableTerms): Snippet {
  const parts = payerOf(terms.family).typescript;

  return {
    id: 'typescript',
    title: 'TypeScript',
    blocks: [
      {
        label: labels.install,
        what: copied.install({ language: 'TypeScript' }),
        code: `npm install ${parts.packages}`,
      },
      {
        label: labels.saveAs({ file: 'buy.mts' }),
        what: copied.example({ language: 'TypeScript' }),
        code: program(request, terms, parts),
      },
      {
        label: labels.runWithKeyInNode,
        what: copied.run({ language: 'TypeScript' }),
        code: 'node buy.mts',
      },
    ],
  };
}

function program(request: SnippetRequest, terms: PayableTerms, parts: Payer['typescript']): string {
  const { network, networkOfV1, payTo, asset, symbol, price, amount } = terms;
  const { askForKey, limits } = sentencesOf(terms);
  const lower = factsOf(terms.family).isCaseless ? '.toLowerCase()' : '';
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
        offer.payTo${lower} === payTo${lower} &&
        offer.asset${lower} === asset${lower}
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
