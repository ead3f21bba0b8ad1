import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestExample } from '../../../src/domain/offer.ts';
import type { PayableTerms } from '../../../src/site/payable-terms.ts';
import {
  askingSnippets,
  plainSnippets,
  type RequestToSend,
  snippetsFor,
} from '../../../src/site/snippets.ts';
import { caseCount } from '../../support/cases.ts';

const onBase: PayableTerms = {
  family: 'eip155',
  network: 'eip155:8453',
  networkOfV1: 'base',
  networkTitle: 'Base',
  payTo: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  symbol: 'USDC',
  price: '0.001',
  amount: '1000',
};
const onSolana: PayableTerms = {
  ...onBase,
  family: 'solana',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  networkOfV1: 'solana',
  networkTitle: 'Solana',
  payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};

/** The arguments that a shell passes to curl. */
function wordsOf(command: string): string[] {
  const echoed = command.replace(/^curl/, String.raw`printf '%s\n'`);

  return execFileSync('sh', ['-c', echoed], { encoding: 'utf8' }).trimEnd().split('\n');
}

function blocksOf(endpoint: string, terms: PayableTerms, request?: RequestToSend): Record<string, string[]> {
  return Object.fromEntries(
    snippetsFor(endpoint, terms, request).map(({ id, blocks }) => [id, blocks.map(({ code }) => code)]),
  );
}

/** What a shell passes to curl for an unpaid request, without what is the same for all. */
function curlWords(endpoint: string, request?: RequestExample): string[] {
  const [command = ''] = blocksOf(endpoint, onBase, request)['curl'] ?? [];
  const [include, globoff, ...words] = wordsOf(command);

  expect([include, globoff]).toEqual(['--include', '--globoff']);
  return words;
}

const sending = (body: string): string[] => ['--header', 'Content-Type: application/json', '--data', body];

it.each([
  'https://api.example.com/v1',
  "https://api.example.com/it's/$(whoami)/;ls/&/!!/~",
  'https://api.example.com/[1-9]/*',
])('quotes %s as one shell word', (endpoint) => {
  expect(curlWords(endpoint)).toEqual([endpoint]);
  expect(curlWords(endpoint, { method: 'POST' })).toEqual([...sending('{}'), endpoint]);
});

it('quotes any endpoint in the command that reads the terms too', () => {
  const endpoint = "https://api.example.com/it's/$(whoami)/;ls/&/!!/~";
  const [, command = ''] = blocksOf(endpoint, onBase)['curl'] ?? [];
  const [request = ''] = command.split(' | ');

  expect(wordsOf(request)).toEqual(['--silent', '--show-error', '--include', '--globoff', endpoint]);
});

it.each([onBase, onSolana])(
  'quotes any endpoint as a TypeScript and Python literal: $networkTitle',
  (terms) => {
    const endpoint = `https://api.example.com/it's/"$\{x}"/\\`;
    const literal = JSON.stringify(endpoint);

    const { typescript, python } = blocksOf(endpoint, terms);
    expect(typescript?.[1]).toContain(`await pay(${literal});`);
    expect(python?.[1]).toContain(`await http.get(${literal})`);
  },
);

it.each([
  [onBase, '@x402/evm', 'x402[httpx,evm]'],
  [onSolana, '@x402/svm', 'x402[httpx,svm]'],
])('installs the right packages to pay on $networkTitle', (terms, npm, pip) => {
  const { typescript, python } = blocksOf('https://api.example.com', terms);

  expect(typescript?.[0]).toContain(npm);
  expect(python?.[0]).toContain(pip);
});

it('sends a POST in every language, for a service that takes no GET', () => {
  const { curl, typescript, python } = blocksOf('https://api.example.com', onBase, {
    method: 'POST',
  });

  expect(curl?.[0]).toContain("--data '{}'");
  expect(typescript?.[1]).toContain('await pay("https://api.example.com", { method: \'POST\'');
  expect(python?.[1]).toContain('await http.request("POST", "https://api.example.com", content="{}"');
});

describe('a declared request', () => {
  const request: RequestExample = {
    method: 'PUT',
    query: { q: `it's "$(whoami)"`, 'n[]': '1 & 2' },
    body: { text: `it's $(whoami) \\ "quoted"`, hidden: 'a\u202eb\u009bé🌧' },
  };
  const url = 'https://api.example.com/v1?q=it%27s+%22%24%28whoami%29%22&n%5B%5D=1+%26+2';
  const body = String.raw`{"text":"it's $(whoami) \\ \"quoted\"","hidden":"a\u202eb\u009b\u00e9\ud83c\udf27"}`;

  it('is sent as it is by curl', () => {
    expect(JSON.parse(body)).toEqual(request.body);
    expect(curlWords('https://api.example.com/v1', request)).toEqual([
      '--request',
      'PUT',
      ...sending(body),
      url,
    ]);
  });

  it('is sent as it is by the programs', () => {
    const { typescript, python } = blocksOf('https://api.example.com/v1', onBase, request);
    const literals = [url, body].map((text) => JSON.stringify(text));

    for (const literal of literals) {
      expect(typescript?.[1]).toContain(literal);
      expect(python?.[1]).toContain(literal);
    }
    expect(typescript?.[1]).toContain("{ method: 'PUT', headers: { 'Content-Type': 'application/json' }");
    expect(python?.[1]).toContain('await http.request("PUT", ');
  });

  it('has no body by GET, nor by DELETE unless one is declared', () => {
    expect(curlWords('https://api.example.com', { method: 'GET', body: 1 })).toEqual([
      'https://api.example.com',
    ]);
    expect(curlWords('https://api.example.com', { method: 'DELETE' })).toEqual([
      '--request',
      'DELETE',
      'https://api.example.com',
    ]);
    expect(blocksOf('https://api.example.com', onBase, { method: 'DELETE' })['typescript']?.[1]).toContain(
      `await pay("https://api.example.com", { method: 'DELETE' });`,
    );
  });

  it('shows no character that is not visible ASCII', () => {
    const code = Object.values(blocksOf('https://api.example.com/v1', onBase, request))
      .flat()
      .join('\n');

    expect(code).toMatch(/^[ -~\n]*$/);
  });
});

/** Requests that a hostile seller may describe. */
const hostileRequest: fc.Arbitrary<RequestToSend> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  query: fc.dictionary(fc.string({ unit: 'binary' }), hostileText(), { maxKeys: 3, noNullPrototype: true }),
  body: fc.oneof(hostileText(), fc.jsonValue(), fc.constant({ a: '`$(id)`', "b'": '\\', c: '</script>' })),
});

function hostileText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      `'; rm -rf / #`,
      '"); process.exit(); ("',
      '${process.exit()}',
      "'''",
      '\\',
      '\n',
      '\u2028',
      '-o/tmp/x',
      '@/etc/passwd',
    ),
  );
}

describe('whatever a seller describes', () => {
  const endpoint = "https://api.example.com/it's";
  const requests = fc.sample(hostileRequest, { numRuns: caseCount(200) });
  const bodies = requests.map(({ method, body }) => (method === 'GET' ? undefined : body));
  const asSent = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

  /** The query of a URL, in the form in which it was given: a half of a character cannot be sent. */
  const queryOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);
  const whole = (query: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
    );
  const plain = (value: unknown): unknown =>
    value === undefined ? undefined : JSON.parse(JSON.stringify(value));

  it('curl sends exactly that, and nothing runs', () => {
    const script = requests
      .map((request) =>
        (blocksOf(endpoint, onBase, request)['curl']?.[0] ?? '').replace(/^curl/, String.raw`printf '%s\t'`),
      )
      .map((command) => `${command}; echo`)
      .join('\n');
    const lines = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n').slice(0, -1);

    expect(lines).toHaveLength(requests.length);
    for (const [i, line] of lines.entries()) {
      const words = line.split('\t').slice(0, -1);
      const place = words.indexOf('--data');
      expect(queryOf(words.at(-1) ?? '')).toEqual(whole(requests[i]?.query));
      expect(asSent(place === -1 ? undefined : words[place + 1])).toEqual(plain(bodies[i]));
    }
  });

  it('TypeScript sends exactly that', () => {
    for (const [i, request] of requests.entries()) {
      const [, program = ''] = blocksOf(endpoint, onBase, request)['typescript'] ?? [];
      const [call = ''] = /(?<=await )pay\(.*\)(?=;$)/m.exec(program) ?? [];
      const pay = (url: string, { body }: { body?: string } = {}): unknown => [queryOf(url), asSent(body)];

      expect(runInNewContext(call, { pay })).toEqual([whole(request.query), plain(bodies[i])]);
    }
  });

  it('Python sends exactly that', () => {
    const calls = requests.map((request) => {
      const [, program = ''] = blocksOf(endpoint, onBase, request)['python'] ?? [];
      return /(?<=await )http\.\w+\(.*\)$/m.exec(program)?.[0] ?? '';
    });
    const reader = [
      'import json',
      'class http:',
      '    get = lambda url: print(json.dumps([url, None]))',
      '    request = lambda method, url, content=None, headers={}: print(json.dumps([url, content]))',
      ...calls,
    ].join('\n');
    const lines = execFileSync('python3', ['-'], { input: reader, encoding: 'utf8' }).trimEnd().split('\n');

    for (const [i, line] of lines.entries()) {
      const [url, body] = JSON.parse(line) as [string, string | null];
      expect(queryOf(url)).toEqual(whole(requests[i]?.query));
      expect(asSent(body ?? undefined)).toEqual(plain(bodies[i]));
    }
  });
});

it('sends no body where it is not JSON, since the buyer adds it', () => {
  const { curl, typescript } = blocksOf('https://api.example.com', onBase, {
    method: 'POST',
    lacksBody: true,
  });

  expect(curl?.[0]).toBe("curl --include --globoff --request POST 'https://api.example.com'");
  expect(typescript?.[1]).toContain(`await pay("https://api.example.com", { method: 'POST' });`);
});

it('asks for the terms, or calls a free service, by curl alone', () => {
  const of = (snippets: ReturnType<typeof snippetsFor>): string[][] =>
    snippets.map(({ id, blocks }) => [id, ...blocks.map(({ label }) => label)]);

  expect(of(plainSnippets('https://api.example.com', {}))).toEqual([['curl', 'Send a plain request']]);
  expect(of(askingSnippets('https://api.example.com', {}))).toEqual([
    ['curl', 'Ask without paying', expect.stringContaining('Read the terms')],
  ]);
});

it('says which file to save and how to run it', () => {
  const [, typeScript, python] = snippetsFor('https://api.example.com', onBase);

  expect(typeScript?.blocks.map(({ label }) => label)).toEqual([
    'Install',
    'Save as buy.mts',
    'Run with PRIVATE_KEY in the environment, in Node 22.18 or newer',
  ]);
  expect(typeScript?.blocks[2]?.code).toBe('node buy.mts');
  expect(python?.blocks[2]?.code).toBe('python3 buy.py');
});

describe('every program', () => {
  it.each([
    ['base', onBase],
    ['solana', onSolana],
  ])('is shown as it stands in the fixtures: %s', async (name, terms) => {
    const { typescript, python } = blocksOf('https://api.example.com/rain', terms);

    await expect(typescript?.[1]).toMatchFileSnapshot(`../../fixtures/snippets/${name}.mts.txt`);
    await expect(python?.[1]).toMatchFileSnapshot(`../../fixtures/snippets/${name}.py.txt`);
  });

  it.each([onBase, onSolana])('names the only terms that it pays: $networkTitle', (terms) => {
    const { typescript, python } = blocksOf('https://api.example.com', terms);

    for (const program of [typescript?.[1], python?.[1]]) {
      expect(program).toContain(`"${terms.payTo}"`);
      expect(program).toContain(`"${terms.asset}"`);
      expect(program).toContain(`"${terms.network}"`);
      expect(program).toContain('1000');
    }
  });

  it('leaves version 1 out where the network has no name in it', () => {
    const { typescript, python } = blocksOf('https://api.example.com', { ...onBase, networkOfV1: null });

    expect(typescript?.[1]).not.toContain('registerV1');
    expect(python?.[1]).toContain('NETWORKS = ["eip155:8453"]');
  });
});
