import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestExample } from '../../../src/domain/offer.ts';
import type { PayableTerms } from '../../../src/site/payable-terms.ts';
import { snippetsFor } from '../../../src/site/snippets.ts';
import { runProcess } from '../../support/run-process.ts';

/*
 * The Python packages may not be there, so a stand-in has those parts of their interface that the program uses. It offers the terms in
 * OFFERS, asks the policies as the real client does, and prints what it would pay.
 */
const standIn = {
  'eth_account/__init__.py': 'class Account:\n    from_key = staticmethod(lambda key: key)\n',
  'x402/__init__.py': `
class x402Client:
    def __init__(self):
        self.policies = []
        self.controls = {}
    def register_policy(self, policy):
        self.policies.append(policy)
    def set_spend_controls(self, controls):
        self.controls = controls
`,
  'x402/http/__init__.py': '',
  'x402/http/clients/__init__.py': `
import json, os

class Offer:
    def __init__(self, terms):
        self.__dict__ = terms
    def get_amount(self):
        return self.amount

class Answer:
    status_code, is_error, headers = 200, False, {"PAYMENT-RESPONSE": "eyJzdWNjZXNzIjp0cnVlfQ=="}
    def __init__(self, text):
        self.text = text

class x402HttpxClient:
    def __init__(self, client, **options):
        self.client = client
    async def __aenter__(self):
        return self
    async def __aexit__(self, *_):
        pass
    async def get(self, url):
        return self.ask("GET", url)
    async def request(self, method, url, content=None, headers={}):
        return self.ask(method, url, content, *headers.values())
    def ask(self, method, url, *sent):
        offers = [Offer(terms) for terms in json.loads(os.environ["OFFERS"])]
        for policy in self.client.policies:
            offers = policy(2, offers)
        assert self.client.controls is False and len(self.client.policies) == 1
        return Answer(f"{method} {url} {offers[0].amount} {self.client.registered} {' '.join(map(str, sent))}".rstrip())
`,
  ...mechanism('evm', 'EthAccountSigner = str'),
  ...mechanism('svm', 'class KeypairSigner:\n    from_base58 = staticmethod(lambda key: key)'),
};

function mechanism(name: string, signer: string): Record<string, string> {
  const register = `def register_exact_${name}_client(client, signer, networks=None):\n    client.registered = networks\n`;

  return {
    'x402/mechanisms/__init__.py': '',
    [`x402/mechanisms/${name}/__init__.py`]: `${signer}\n`,
    [`x402/mechanisms/${name}/exact/__init__.py`]: '',
    [`x402/mechanisms/${name}/exact/register.py`]: register,
  };
}

const hasPython = (await runProcess('sh', ['-c', 'command -v python3'])).code === 0;
const evmTerms: PayableTerms = {
  family: 'eip155',
  network: 'eip155:84532',
  networkOfV1: 'base-sepolia',
  networkTitle: 'Base Sepolia',
  payTo: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  symbol: 'USDC',
  price: '0.01',
  amount: '10000',
};
const solanaTerms: PayableTerms = {
  ...evmTerms,
  family: 'solana',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  networkOfV1: 'solana-devnet',
  payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
  asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
};
const evmKey = `0x${'1'.repeat(64)}`;
const solanaKey = '2'.repeat(88);

/*
 * Runs the program of each line of its input, as a process of its own would, and answers with a line what that would print and end with: Python
 * takes most of its time to load what the program imports.
 */
const runner = `
import contextlib, io, json, os, runpy, sys

for line in sys.stdin:
    case = json.loads(line)
    os.environ.update(case["env"])
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_path(case["program"], run_name="__main__")
        except SystemExit as end:
            code = 1 if isinstance(end.code, str) else end.code or 0
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
    print(json.dumps({"code": code, "stdout": out.getvalue(), "stderr": err.getvalue()}), flush=True)
`;

let folder: string;
let python: ChildProcess;
let answers: AsyncIterator<string>;

interface Run {
  terms?: PayableTerms;
  request?: RequestExample;
  key?: string;
  /** What the seller offers instead of the terms. */
  offers?: object[];
}

async function run({ terms = evmTerms, request, key = evmKey, offers = [{}] }: Run): Promise<unknown> {
  const snippet = snippetsFor('https://api.example.com', terms, request).find(({ id }) => id === 'python');
  await writeFile(join(folder, 'buy.py'), snippet?.blocks[1]?.code ?? '');
  const { network, payTo, asset, amount } = terms;
  const offered = offers.map((tricks) => ({ network, pay_to: payTo, asset, amount, ...tricks }));
  const env = { PRIVATE_KEY: key, OFFERS: JSON.stringify(offered) };

  python.stdin?.write(`${JSON.stringify({ program: 'buy.py', env })}\n`);
  return JSON.parse(String((await answers.next()).value));
}

describe.skipIf(!hasPython)('the Python on a page', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'python-snippet-'));
    for (const [path, code] of Object.entries(standIn)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), code);
    }
    await writeFile(join(folder, 'runner.py'), runner);
    const child = spawn('python3', ['-B', 'runner.py'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    python = child;
    answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  });

  afterAll(async () => {
    python.kill();
    await rm(folder, { recursive: true });
  });

  it.each<[string, Run]>([
    ['GET https://api.example.com 10000 eip155:84532', {}],
    ['POST https://api.example.com 10000 eip155:84532 {} application/json', { request: { method: 'POST' } }],
    [
      'PUT https://api.example.com/?q=a+%22b%22 10000 eip155:84532 ["it\'s","\\"\\u00e9\\u202e\\\\"] application/json',
      { request: { method: 'PUT', query: { q: 'a "b"' }, body: ["it's", '"é\u202e\\'] } },
    ],
    ['DELETE https://api.example.com 10000 eip155:84532 None', { request: { method: 'DELETE' } }],
    ['GET https://api.example.com 1 eip155:84532', { offers: [{ amount: '1' }] }],
    ['GET https://api.example.com 10000 eip155:84532', { offers: [{ network: 'base-sepolia' }] }],
    ['GET https://api.example.com 9 eip155:84532', { offers: [{ amount: '10001' }, { amount: '9' }] }],
    [`GET https://api.example.com 10000 ${solanaTerms.network}`, { terms: solanaTerms, key: solanaKey }],
  ])('buys: %s', async (printed, options) => {
    expect(await run(options)).toMatchObject({
      code: 0,
      stdout: `${printed}\n`,
      stderr: "Payment: {'success': True}\nStatus: 200\n",
    });
  });

  it.each([
    { amount: '10001' },
    { amount: '-1' },
    { amount: '１' },
    { pay_to: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
    { asset: '0x808456652fdb597867f38412077A9182bf77359F' },
    { network: 'eip155:8453' },
  ])('does not pay a seller with %o', async (tricks) => {
    expect(await run({ offers: [tricks] })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Not paid: it asks for other terms.\nThis program pays at most 0.01 USDC, to ${evmTerms.payTo} on Base Sepolia.\n`,
    });
  });

  it.each(['', 'secret', `${evmKey}\n`])('asks for a key where PRIVATE_KEY is %j', async (key) => {
    expect(await run({ key })).toMatchObject({
      code: 1,
      stderr:
        'Set PRIVATE_KEY to the key of a wallet that holds USDC on Base Sepolia: 0x and 64 hexadecimal digits.\n',
    });
  });
});
