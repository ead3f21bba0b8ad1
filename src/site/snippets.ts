import { findNetwork } from '../domain/network.ts';

/** A piece of code that calls a service. */
export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** The command that installs its dependencies. */
  readonly install?: string;
  readonly code: string;
}

/**
 * Code that calls an endpoint. The endpoint is untrusted text and people paste this code into shells and programs, so each language
 * quotes it as a literal of its own.
 */
export function snippetsFor(endpoint: string, network: string): Snippet[] {
  const isSolana = findNetwork(network)?.family === 'solana';

  return [
    { id: 'curl', title: 'curl', code: unpaidRequest(endpoint) },
    isSolana ? solanaTypeScript(endpoint) : evmTypeScript(endpoint),
    isSolana ? solanaPython(endpoint) : evmPython(endpoint),
  ];
}

/** Requests the terms without paying. `--globoff` keeps curl from reading brackets as a range. */
export function unpaidRequest(endpoint: string): string {
  return `curl --include --globoff '${endpoint.replaceAll("'", String.raw`'\''`)}'`;
}

function evmTypeScript(endpoint: string): Snippet {
  return typeScript('npm install @x402/fetch @x402/evm viem', [
    "import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';",
    "import { ExactEvmScheme } from '@x402/evm';",
    "import { privateKeyToAccount } from 'viem/accounts';",
    '',
    'const account = privateKeyToAccount(process.env.PRIVATE_KEY as `0x${string}`);',
    'const pay = wrapFetchWithPaymentFromConfig(fetch, {',
    "  schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],",
    '});',
    '',
    `const response = await pay(${JSON.stringify(endpoint)});`,
    'console.log(response.status, await response.text());',
  ]);
}

function solanaTypeScript(endpoint: string): Snippet {
  return typeScript('npm install @x402/fetch @x402/svm @solana/kit @scure/base', [
    "import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';",
    "import { ExactSvmScheme } from '@x402/svm/exact/client';",
    "import { createKeyPairSignerFromBytes } from '@solana/kit';",
    "import { base58 } from '@scure/base';",
    '',
    "const signer = await createKeyPairSignerFromBytes(base58.decode(process.env.PRIVATE_KEY ?? ''));",
    'const pay = wrapFetchWithPaymentFromConfig(fetch, {',
    "  schemes: [{ network: 'solana:*', client: new ExactSvmScheme(signer) }],",
    '});',
    '',
    `const response = await pay(${JSON.stringify(endpoint)});`,
    'console.log(response.status, await response.text());',
  ]);
}

function evmPython(endpoint: string): Snippet {
  return python("pip install 'x402[httpx,evm]'", endpoint, [
    'from eth_account import Account',
    'from x402 import x402Client',
    'from x402.http.clients import x402HttpxClient',
    'from x402.mechanisms.evm import EthAccountSigner',
    'from x402.mechanisms.evm.exact.register import register_exact_evm_client',
    '',
    'client = x402Client()',
    'account = Account.from_key(os.environ["PRIVATE_KEY"])',
    'register_exact_evm_client(client, EthAccountSigner(account))',
  ]);
}

function solanaPython(endpoint: string): Snippet {
  return python("pip install 'x402[httpx,svm]'", endpoint, [
    'from x402 import x402Client',
    'from x402.http.clients import x402HttpxClient',
    'from x402.mechanisms.svm import KeypairSigner',
    'from x402.mechanisms.svm.exact.register import register_exact_svm_client',
    '',
    'client = x402Client()',
    'signer = KeypairSigner.from_base58(os.environ["PRIVATE_KEY"])',
    'register_exact_svm_client(client, signer)',
  ]);
}

function typeScript(install: string, lines: readonly string[]): Snippet {
  return { id: 'typescript', title: 'TypeScript', install, code: lines.join('\n') };
}

/** Quotes the endpoint as JSON, since endpoints contain nothing that JSON and Python read differently. */
function python(install: string, endpoint: string, client: readonly string[]): Snippet {
  const lines = [
    'import asyncio, os',
    ...client,
    '',
    'async def main():',
    '    async with x402HttpxClient(client) as http:',
    `        response = await http.get(${JSON.stringify(endpoint)})`,
    '        print(response.status_code, response.text)',
    '',
    'asyncio.run(main())',
  ];

  return { id: 'python', title: 'Python', install, code: lines.join('\n') };
}
