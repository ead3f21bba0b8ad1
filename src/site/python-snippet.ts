import { comments, copied, labels, notPaid, printed } from '#texts/snippets.ts';
import { factsOf, payerOf } from '../domain/families/families.ts';
import type { Payer } from '../domain/families/family.ts';
import type { PayableTerms } from './payable-terms.ts';
import { literal, sentencesOf, type Snippet, type SnippetRequest } from './snippet.ts';

/** A file for Python. */
export function pythonSnippet(request: SnippetRequest, terms: PayableTerms): Snippet {
  const parts = payerOf(terms.family).python;

  return {
    id: 'python',
    title: 'Python',
    blocks: [
      {
        label: labels.install,
        what: copied.install({ language: 'Python' }),
        code: `pip install ${parts.packages}`,
      },
      {
        label: labels.saveAs({ file: 'buy.py' }),
        what: copied.example({ language: 'Python' }),
        code: program(request, terms, parts),
      },
      {
        label: labels.runWithKey,
        what: copied.run({ language: 'Python' }),
        code: 'python3 buy.py',
      },
    ],
  };
}

function program(request: SnippetRequest, terms: PayableTerms, parts: Payer['python']): string {
  const { network, networkOfV1, payTo, asset, symbol, price, amount } = terms;
  const { askForKey, limits } = sentencesOf(terms);
  const lower = factsOf(terms.family).isCaseless ? '.lower()' : '';
  const networks = [network, networkOfV1].filter((id) => id !== null).map(literal);

  return `import asyncio
import base64
import json
import os
import re
import sys

${parts.imports}

# ${comments.onlyTheseTerms}
NETWORKS = [${networks.join(', ')}]
PAY_TO = ${literal(payTo)}
ASSET = ${literal(asset)}  # ${symbol}
LIMIT = ${amount}  # ${price} ${symbol}

key = os.environ.get("PRIVATE_KEY", "")
if not re.fullmatch(r"${parts.keyPattern}", key):
    sys.exit(${literal(askForKey)})


def is_payable(offer):
    return (
        offer.network in NETWORKS
        and offer.pay_to${lower} == PAY_TO${lower}
        and offer.asset${lower} == ASSET${lower}
        and re.fullmatch(r"[0-9]+", offer.get_amount())
        and int(offer.get_amount()) <= LIMIT
    )


def only_these_terms(version, offers):
    payable = [offer for offer in offers if is_payable(offer)]
    if not payable:
        raise ValueError(${literal(notPaid)})
    return payable


signer = ${parts.signer}
client = x402Client()
${parts.register}
client.register_policy(only_these_terms)
if hasattr(client, "set_spend_controls"):
    # ${comments.stricter}
    client.set_spend_controls(False)


async def main():
    async with x402HttpxClient(client, timeout=60) as http:
        response = await ${requestOf(request)}
        for name in ("PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"):
            if name in response.headers:
                receipt = base64.b64decode(response.headers[name])
                print(${literal(printed.payment)}, json.loads(receipt), file=sys.stderr)
        print(${literal(printed.status)}, response.status_code, file=sys.stderr)
        print(response.text)
        if response.is_error:
            sys.exit(1)


try:
    asyncio.run(main())
except Exception as error:
    sys.exit(str(error) + ${literal(`\n${limits}`)})`;
}

function requestOf({ method, url, body }: SnippetRequest): string {
  if (method === 'GET') return `http.get(${literal(url)})`;

  const sent =
    body === null ? '' : `, content=${literal(body)}, headers={"Content-Type": "application/json"}`;
  return `http.request("${method}", ${literal(url)}${sent})`;
}
