import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tollbookCommand } from '../../../scripts/tollbook/tollbook-command.ts';
import { bentServer, problem } from '../../support/bent-server.ts';
import { callCommand } from '../../support/call-command.ts';
import { FakeCatalog, served } from '../../support/mirror/fake-catalog.ts';
import { registration } from '../../fixtures/registrations.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Without settings of whoever runs the tests, and without colours. */
const { TOLLBOOK_URL: _, TOLLBOOK_KEY: __, FORCE_COLOR: ___, ...bare } = process.env;

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}, input = '') =>
  callCommand(tollbookCommand, args, { env: { ...bare, ...env }, input });

const hostile = '\u001b]0;pwned\u0007\u202e\u009b31m';
const rain = served('Rain');
const status = {
  id: rain.id,
  trustScore: 0,
  status: 'unverified',
  uptimeScore: 99.5,
  lastChecked: '2026-01-31T12:00:00.000Z',
  txCount: 2,
  totalRevenue: 0.002,
};

function observed(state: string, verdict: string | null, members: object = {}) {
  const fields = [
    { field: 'price', declared: '0.001', observed: '0.002', match: false },
    { field: 'payTo', declared: '0xabc', observed: '0xabc', match: true },
    { field: 'network', declared: 'base', observed: null, match: null },
    { field: 'asset', declared: null, observed: null, match: null },
    { field: 'scheme', declared: null, observed: 'exact', match: null },
  ];
  const at = '2026-01-31T12:00:00.000Z';

  return {
    id: rain.id,
    state,
    verdict,
    detail: null,
    checkedAt: at,
    since: at,
    fields,
    remarks: [],
    ...members,
  };
}

const elsewhere = {
  fields: [
    { field: 'price', declared: '0.001', observed: '0.002', match: false },
    { field: 'payTo', declared: '0xabc', observed: '0xdef', match: false },
    { field: 'network', declared: 'eip155:84532', observed: 'eip155:8453', match: false },
    { field: 'asset', declared: 'USDC', observed: 'USDC', match: true },
  ],
};

/** Whatever could move the cursor, change colours or the direction of text. Line feeds are the command's own. */
const controls = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

const versionName = 'io.modelcontextprotocol/protocolVersion';

const ok = (body: unknown) => ({ status: 200, body });

describe('tollbook search', () => {
  const found = (service: object) =>
    ok({
      query: 'rain',
      intent: {},
      total: 12,
      results: [{ service, score: 1, why: ['name: rain'] }],
      ranking: {},
    });

  it('prints what fits in 80 columns, and where more is', async () => {
    const long = { ...rain, name: '雨'.repeat(100), description: 'word '.repeat(100) };
    const { url, seen } = await bentServer(found(long));

    const { code, stdout, stderr } = await run([
      'search',
      'rain',
      'under',
      '0.01',
      '--url',
      url,
      '--offset',
      '5',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(seen[0]?.path).toBe('/api/services/search/intent?limit=10&offset=5&q=rain%20under%200.01');
    expect(stdout.split('\n')).toEqual([
      `${'雨'.repeat(39)}…`,
      '  0.001 USDC per request · base-sepolia · unverified · trust 0',
      expect.stringMatching(/^ {2}(word )+wo?r?d?…$/),
      `  ${rain.id}`,
      '  name: rain',
      '',
      '6 to 6 of 12; see more with --offset 6',
      '',
    ]);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('shows what the live 402 asks for, beside what is declared', async () => {
    const { url } = await bentServer((response, { url: path = '' }) => {
      const body = path.endsWith('/observed')
        ? observed('terms_differ', 'network_mismatch', elsewhere)
        : found(rain).body;
      response.end(JSON.stringify(body));
    });

    const { stdout } = await run(['search', 'rain', '--url', url]);
    expect(stdout).toContain(
      '  0.002 USDC per request (0.001 USDC declared) · base (base-sepolia declared) ·',
    );
    expect(stdout).toContain('\n  asks for payment to another wallet than the declared one\n');
  });

  it('says that nothing fits', async () => {
    const { url } = await bentServer(ok({ total: 0, results: [] }));

    expect(await run(['search', 'rain', '--url', url])).toMatchObject({
      code: 0,
      stdout: 'No service fits; ask with fewer words or demands.\n',
    });
  });

  it('prints JSON in ASCII for programs', async () => {
    const { url } = await bentServer(found({ ...rain, name: `für ${hostile}` }));

    const { stdout } = await run(['search', 'rain', '--url', url, '--json']);
    expect(stdout).toMatch(/^[\x20-\x7e]+\n$/);
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ service: { name: `für ${hostile}` } }] });
  });
});

describe('texts of strangers', () => {
  it.each(['search', 'show', 'verify', 'verify http://'] as const)(
    'cannot control the terminal: %s',
    async (name) => {
      const service = Object.fromEntries(
        Object.entries(rain).map(([member, value]) => [
          member,
          typeof value === 'string' ? value + hostile : value,
        ]),
      );
      const answers = {
        search: ok({ total: 1, results: [{ service, why: [hostile] }] }),
        show: ok({ ...service, ...status, status: hostile }),
        verify: ok(
          observed(hostile, hostile, {
            detail: hostile,
            fields: [{ field: hostile, declared: hostile, observed: hostile, match: false }],
            remarks: [{ detail: hostile }],
          }),
        ),
        'verify http://': ok({
          valid: false,
          verdict: hostile,
          checks: [{ check: hostile, passed: false, severity: hostile, detail: hostile, cure: hostile }],
          terms: [{ scheme: '', network: hostile, payTo: hostile, asset: hostile, amount: hostile }],
        }),
      };
      const { url } = await bentServer(answers[name]);

      const [command, prefix = ''] = name.split(' ');
      const { stdout, stderr } = await run([command ?? '', `${prefix}${rain.id}`, '--url', url]);
      expect(stderr).toBe('');
      expect(stdout).toContain('U+001B');
      expect(stdout).not.toMatch(controls);
    },
  );

  it('cannot control the terminal by a refusal', async () => {
    const errors = [{ pointer: hostile, code: hostile, detail: hostile }];
    const { url } = await bentServer(problem(404, hostile, { detail: hostile, errors, existing: hostile }));

    const { code, stdout, stderr } = await run(['show', 'rain', '--url', url]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).not.toMatch(controls);
  });
});

describe('tollbook show', () => {
  it('prints a service and its status record', async () => {
    const { url } = await bentServer((response, { url: path = '' }) => {
      const body = path.endsWith('/status')
        ? status
        : { ...rain, pricing: { ...rain.pricing, freeQuota: 5 } };
      response.end(JSON.stringify(body));
    });

    const { code, stdout } = await run(['show', rain.id, '--url', url]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Rain\n${rain.description}\n\nid        ${rain.id}\n`);
    expect(stdout).toContain('\nfree      5 requests\n');
    expect(stdout).toContain(
      '\nchecked   2026-01-31 12:00 UTC\nuptime    99.5 % over 30 days\npayments  2, 0.002 in all\n',
    );
    expect(stdout.endsWith(`\npage      ${url}/services/${rain.id}/\n`)).toBe(true);
  });

  it('shows what the live 402 asks for, beside what is declared', async () => {
    const { url } = await bentServer((response, { url: path = '' }) => {
      const seen = path.endsWith('/observed')
        ? observed('terms_differ', 'network_mismatch', elsewhere)
        : rain;
      response.end(JSON.stringify(path.endsWith('/status') ? status : seen));
    });

    const { stdout } = await run(['show', rain.id, '--url', url]);
    expect(stdout).toContain('\nprice     0.002 USDC per request (0.001 USDC declared)\n');
    expect(stdout).toContain(`\npays to   0xdef (${rain.x402Config.paymentAddress} declared)\n`);
    expect(stdout).toContain('\nnetwork   base (base-sepolia declared)\n');
  });

  it('says what a refusal says, with 1', async () => {
    const { url } = await bentServer(problem(404, 'service_unknown', { detail: 'There is no service "x".' }));

    expect(await run(['show', 'x', '--url', url])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'tollbook: There is no service "x".\n  (HTTP 404, service_unknown)\n',
    });
  });

  it('refuses an answer of another form, and names the place', async () => {
    const { url } = await bentServer(ok({ ...rain, pricing: { currency: 1 } }));

    const { code, stderr } = await run(['show', 'x', '--url', url]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^tollbook: the service has a form that this command does not know at "pricing.currency"/,
    );
  });
});

describe('tollbook verify', () => {
  it.each([
    ['verified', 'verified', 0, 'Verified'],
    ['price_differs', 'price_mismatch', 3, 'Price differs'],
    ['terms_differ', 'payto_mismatch', 3, 'Wallet, network or token differs'],
    ['down', 'unreachable', 3, 'Down'],
    ['uncheckable', 'not_402', 3, 'Cannot be checked'],
    ['uncheckable', 'malformed', 3, 'Cannot be checked'],
    ['uncheckable', 'blocked', 4, 'Cannot be checked'],
    ['unchecked', null, 4, 'Not checked yet'],
    ['new_state', 'new_verdict', 3, 'new_state'],
  ])('of a service that is %s (%s) ends with %i and says "%s"', async (state, verdict, expected, label) => {
    const { url } = await bentServer(ok(observed(state, verdict)));

    const { code, stdout, stderr } = await run(['verify', rain.id, '--url', url]);
    expect({ code, stderr }).toEqual({ code: expected, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(`${rain.id}: ${label}`);
    expect((await run(['verify', rain.id, '--url', url, '--json'])).code).toBe(expected);
  });

  it('shows the declared beside the observed terms', async () => {
    const remarks = [{ code: 'wildcard_402', detail: 'Any path is answered with 402.' }];
    const { url } = await bentServer(ok(observed('price_differs', 'price_mismatch', { remarks })));

    expect((await run(['verify', rain.id, '--url', url])).stdout).toBe(`${rain.id}: Price differs
The live 402 asks for another price than the declared one.
Checked 2026-01-31 12:00 UTC; the same since 2026-01-31 12:00 UTC.
  price     differs
    declared  0.001
    observed  0.002
  payTo     same     0xabc
  network   unknown
    declared  base
    observed  nothing
  scheme    seen     exact
Note: Any path is answered with 402.
`);
  });

  it.each([
    [true, 'verified', 0, 'works'],
    [false, 'not_402', 3, 'does not work'],
    [false, 'blocked', 4, 'keeps checks away'],
  ])('of an endpoint (valid: %s, %s) ends with %i', async (valid, verdict, expected, label) => {
    const checks = [
      { check: 'reachable', passed: true, severity: 'required', detail: 'It gave an HTTP answer.' },
      {
        check: 'returns_402',
        passed: valid,
        severity: 'required',
        detail: 'It says 200.',
        cure: 'Answer 402.',
      },
      { check: 'other_paths_free', passed: false, severity: 'advisory', detail: 'Any path does.' },
    ];
    const terms = [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        payTo: '0xabc',
        asset: '0xdef',
        currency: 'USDC',
        amount: '1',
        price: '0.01',
      },
    ];
    const { url, seen } = await bentServer(ok({ valid, verdict, checks, terms }));

    const { code, stdout } = await run(['verify', 'https://api.example.com/rain', '--url', url]);
    expect(code).toBe(expected);
    expect(seen[0]?.body).toBe('{"endpoint":"https://api.example.com/rain"}');
    expect(stdout).toMatch(new RegExp(`^https://api\\.example\\.com/rain: ${label}\n`));
    expect(stdout).toContain(
      `  ${valid ? 'ok' : 'no'} returns_402\n     It says 200.\n     Answer 402.\n  ! other_paths_free\n`,
    );
    expect(stdout).toContain('  asks for 0.01 USDC on eip155:8453\n    to 0xabc\n');
  });
});

describe('tollbook register', () => {
  const key = 'tbk_a_b';

  it('sends the file with the key, and prints id and page', async () => {
    const { url, seen } = await bentServer({ status: 201, body: rain });
    const file = join(await temporaryFolder(), 'rain.json');
    await writeFile(file, JSON.stringify(registration, null, 2));

    const ended = await run(['register', file, '--idempotency-key', 'once'], {
      TOLLBOOK_URL: `${url}/`,
      TOLLBOOK_KEY: key,
    });
    expect(ended).toMatchObject({ code: 0, stdout: `${rain.id}\n${url}/services/${rain.id}/\n`, stderr: '' });
    expect(seen).toMatchObject([
      {
        path: '/api/services',
        body: JSON.stringify(registration),
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'once' },
      },
    ]);
  });

  it('reads standard input, and only checks with --dry-run', async () => {
    const { url, seen } = await bentServer(ok(rain));

    const { stdout } = await run(
      ['register', '-', '--dry-run', '--key', key, '--url', url],
      {},
      JSON.stringify(registration),
    );
    expect(stdout).toBe(`It breaks no rule; its id would be ${rain.id}. Nothing was written.\n`);
    expect(seen[0]?.path).toBe('/api/services?dryRun=true');
  });

  it('names everything that is wrong, each on a line', async () => {
    const errors = [
      { pointer: '/name', code: 'text_empty', detail: 'name is empty; give it one' },
      {
        pointer: '/pricing/pricePerRequest',
        code: 'price_not_decimal',
        detail: '"1e-3" is not a plain decimal',
      },
    ];
    const { url } = await bentServer(problem(422, 'registration_invalid', { errors }));

    expect(await run(['register', '-', '--key', key, '--url', url], {}, '{}')).toMatchObject({
      code: 1,
      stderr:
        'tollbook: A detail.\n  /name: name is empty; give it one\n  /pricing/pricePerRequest: "1e-3" is not a plain decimal\n  (HTTP 422, registration_invalid)\n',
    });
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'holds no JSON object'],
    ['{"a":1,"a":2}', 'is not JSON'],
    [' '.repeat(70_000), 'has more than 65536 bytes'],
  ])('refuses the file %j without asking', async (text, message) => {
    const { code, stderr } = await run(
      ['register', '-', '--key', key, '--url', 'http://127.0.0.1:1'],
      {},
      text,
    );

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('tollbook mirror', () => {
  it('mirrors into the folder as npm run mirror does', async () => {
    const catalog = await FakeCatalog.start();
    catalog.put(rain);
    const folder = join(await temporaryFolder(), 'copy');

    const ended = await run(['mirror', folder, '--json'], { TOLLBOOK_URL: catalog.url });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout.split('\n').at(-2) ?? '')).toMatchObject({ type: 'report', services: 1 });
  });
});

describe('the command', () => {
  it.each([
    [['show', 'x'], 'no catalog is named; pass --url https://catalog.example.com, or set TOLLBOOK_URL'],
    [['mirror', 'x'], 'no catalog is named'],
    [['show', 'x', '--url', 'example.com'], '--url "example.com" is not the address of a server'],
    [
      ['register', 'x.json', '--url', 'http://127.0.0.1:1'],
      'there is no API key; set TOLLBOOK_KEY or pass --key',
    ],
    [
      ['register', '/nowhere.json', '--url', 'http://127.0.0.1:1', '--key', 'k'],
      '"/nowhere.json" cannot be read',
    ],
    [['search', 'x', '--limit', '101'], 'write a whole number from 1 to 100'],
    [['search'], "missing required argument 'sentence'"],
    [['nonsense'], "unknown command 'nonsense'"],
    [['show', 'x', '--nonsense'], "unknown option '--nonsense'"],
  ])('ends with 2 when it was not called rightly: %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('says that nobody answers', async () => {
    const { url } = await bentServer((response) => response.writeHead(500).end());

    expect(await run(['show', 'x', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('answers HTTP 500; try again later') as string,
    });
  });

  it('names its own option where the address is not that of a catalog', async () => {
    const { url } = await bentServer({ status: 200, body: '<html>' });
    expect((await run(['show', 'x', '--url', url])).stderr).toContain('check that --url is the address');

    const moved = await bentServer({ status: 301, headers: { Location: 'https://catalog.example.com/' } });
    expect((await run(['show', 'x', '--url', moved.url])).stderr).toContain(
      'redirects to https://catalog.example.com/; if that is the catalog, set --url to its address',
    );
  });

  it('prints its version, and help with examples and exit codes', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { stdout } = await run(['verify', '--help']);
    expect(stdout).toContain('Examples:\n  tollbook verify');
    expect(stdout).toContain('Exit codes:\n  0  ');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('has no colours where the output is no terminal, unless they are forced', async () => {
    const { url } = await bentServer(ok(observed('verified', 'verified')));

    expect((await run(['verify', 'x', '--url', url])).stdout).not.toContain('\u001b[');
    expect((await run(['verify', 'x', '--url', url], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[32m');
  });
});

describe('tollbook mcp', () => {
  it.each([
    ['a name that no tool has', { name: 'get service' }],
    ['a name that is no text', { name: 42 }],
    ['arguments in a list', ['get_service']],
    ['a protocol version that is none', { name: 'get_service', _meta: { [versionName]: 'x\ny' } }],
  ])('lets the catalog refuse %s, so that the agent gets an answer to its call', async (_, params) => {
    const refusal = { jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'there is no such tool' } };
    const server = await bentServer(ok(refusal));
    const call = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });

    const { stdout } = await run(['mcp', '--url', server.url], {}, `${call}\n`);
    expect(JSON.parse(stdout)).toEqual(refusal);
    expect(server.seen).toMatchObject([{ path: '/mcp', body: call }]);
  });

  it('repeats in headers what the newest protocol asks for', async () => {
    const server = await bentServer(ok({ jsonrpc: '2.0', id: 7, result: {} }));
    const params = { name: 'get_service', _meta: { [versionName]: '2026-07-28' } };
    const call = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });

    await run(['mcp', '--url', server.url], {}, `${call}\n`);
    expect(server.seen[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_service',
    });
  });

  it('says of a line that is no message that nobody can answer it', async () => {
    const { stdout } = await run(['mcp', '--url', 'http://127.0.0.1:9'], {}, 'hello\n');

    expect(JSON.parse(stdout)).toMatchObject({ id: null, error: { code: -32700 } });
  });
});
