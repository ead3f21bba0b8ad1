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
  /** Registers the schemes of both versions. */
  readonly register: string;
  /** Compares a property of an offer with a constant. */
  readonly isSame: (property: string, constant: string) => string;
}

const partsOf: Readonly<Record<PayableTerms['family'], Parts>> = {
  eip155: {
    packages: "'x402[httpx,evm]>=2'",
    imports: `from eth_account import Account
from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client`,
    keyPattern: '0x[0-9a-fA-F]{64}',
    signer: 'EthAccountSigner(Account.from_key(key))',
    register: 'register_exact_evm_client(client, signer, networks=NETWORKS[0])',
    isSame: (property, constant) => `offer.${property}.lower() == ${constant}.lower()`,
  },
  solana: {
    packages: "'x402[httpx,svm]>=2'",
    imports: `from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.svm import KeypairSigner
from x402.mechanisms.svm.exact.register import register_exact_svm_client`,
    keyPattern: '[1-9A-HJ-NP-Za-km-z]{64,88}',
    signer: 'KeypairSigner.from_base58(key)',
    register: 'register_exact_svm_client(client, signer, networks=NETWORKS[0])',
    isSame: (property, constant) => `offer.${property} == ${constant}`,
  },
};

/** A file for Python. */
export function pythonSnippet(request: SnippetRequest, terms: PayableTerms): Snippet {
  const parts = partsOf[terms.family];

  return {
    id: 'python',
    title: 'Python',
    blocks: [
      { label: labels.install, what: copied.install('Python'), code: `pip install ${parts.packages}` },
      {
        label: labels.saveAs('buy.py'),
        what: copied.example('Python'),
        code: program(request, terms, parts),
      },
      {
        label: labels.runWithKey,
        what: copied.run('Python'),
        code: 'python3 buy.py',
      },
    ],
  };
}

function program(request: SnippetRequest, terms: PayableTerms, parts: Parts): string {
  const { network, networkOfV1, payTo, asset, symbol, price, amount } = terms;
  const { askForKey, limits } = sentencesOf(terms);
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
        and ${parts.isSame('pay_to', 'PAY_TO')}
        and ${parts.isSame('asset', 'ASSET')}
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
