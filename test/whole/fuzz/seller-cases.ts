import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { networks } from '../../../src/domain/network.ts';
import type { ProbeAnswer } from '../../../src/domain/probe.ts';
import { seed } from '../../support/cases.ts';
import { l402Header, paymentHeader } from '../../fixtures/rail-challenges.ts';
import { anEntry, anEntryOfV1, usdcOnBase, wallet } from '../../fixtures/answers.ts';

/** Texts that have broken, flooded or misled software before. */
const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...['', ' ', '0', '-1', '1e4', '0.01', 'NaN', '9'.repeat(400)]) },
  fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'base',
    'exact',
    'solana:mainnet',
  ),
  fc.constantFrom(
    'eip155:01',
    'eip155:0',
    'EIP155:1',
    `eip155:${'9'.repeat(40)}`,
    'cosmos:hub-4',
    ':',
    'a:b:c',
  ),
  fc.constantFrom(
    '\u202ebase',
    'a\u0000b',
    '\u001b[2J',
    'x\u200b',
    '\ud800',
    '\u{e0041}',
    'a\nb',
    '\u2028',
    '\u00ad',
  ),
  fc.constantFrom('z'.repeat(5_000), '1'.repeat(3_000), `0.0.${'7'.repeat(900)}`, '\u202e'.repeat(500)),
  fc.constantFrom(...networks.map(({ caip2 }) => caip2)),
  fc.constantFrom(wallet, wallet.toLowerCase(), usdcOnBase, '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4'),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 0, max: 5_000 }).map((i) => `eip155:${String(i)}`),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [[]]),
  fc.integer({ min: 1, max: 2_000 }).map((levels) => nested(levels)),
  fc.jsonValue({ maxDepth: 3 }),
);

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = [value];
  return value;
}

const members = [
  'scheme',
  'network',
  'payTo',
  'asset',
  'amount',
  'maxAmountRequired',
  'extra',
  'resource',
  'outputSchema',
];

const change = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.dictionary(fc.constantFrom(...members), hostileText, { minKeys: 1, maxKeys: 1 }),
  },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...members), hostileValue, { maxKeys: 3 }) },
);

/** Entries of `accepts`, most of them mutated; sometimes very many. */
function entriesOf(make: (changes: Record<string, unknown>) => unknown): fc.Arbitrary<unknown[]> {
  const entry = fc.oneof({ weight: 30, arbitrary: change.map(make) }, hostileValue);

  return fc.oneof(
    { weight: 12, arbitrary: fc.array(entry, { maxLength: 5 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(entry, fc.integer({ min: 60, max: 500 }))
        .map(([one, count]) => Array.from({ length: count }, () => one)),
    },
    { weight: 1, arbitrary: fc.array(entry, { minLength: 60, maxLength: 80 }) },
  );
}

/** How a seller of version 2 describes its request. */
function bazaar(input: unknown, schema: unknown): object {
  const properties = { input: { properties: { queryParams: schema, body: schema } } };

  return { extensions: { bazaar: { info: { input }, schema: { properties } } } };
}

function documentOf(x402Version: unknown, accepts: fc.Arbitrary<unknown[]>): fc.Arbitrary<unknown> {
  const others = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    fc.dictionary(hostileText, hostileValue, { maxKeys: 2 }),
    fc
      .tuple(hostileValue, hostileValue, hostileValue)
      .map(([queryParams, body, schema]) => bazaar({ type: 'http', queryParams, body }, schema)),
  );

  return fc
    .tuple(accepts, others)
    .map(([entries, more]) => ({ resource: { url: 'x' }, ...more, x402Version, accepts: entries }));
}

const document: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: documentOf(2, entriesOf(anEntry)) },
  { weight: 8, arbitrary: documentOf(1, entriesOf(anEntryOfV1)) },
  { weight: 1, arbitrary: documentOf('2', entriesOf(anEntry)) },
  hostileValue,
);

const base64 = document.map((value) => Buffer.from(JSON.stringify(value)).toString('base64'));

/** Challenges of other protocols. */
const challenges = fc
  .array(
    fc.oneof(
      hostileText.map((text) => l402Header(text)),
      fc
        .dictionary(fc.constantFrom('amount', 'currency', 'recipient', 'methodDetails'), hostileValue)
        .map((request) => paymentHeader(request)),
      hostileText,
    ),
    { maxLength: 4 },
  )
  .map((all) => all.join(', '));

const headers = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'x-payment-required',
    'x402',
    'www-authenticate',
    'cf-mitigated',
    'retry-after',
    '__proto__',
  ),
  fc.oneof(hostileText, challenges, fc.constantFrom('text/html', 'challenge', '60')),
  { maxKeys: 2 },
);

const bodyText = fc.oneof(
  { weight: 6, arbitrary: document.map((value) => JSON.stringify(value)) },
  hostileText,
  fc.integer({ min: 1, max: 50_000 }).map((depth) => '['.repeat(depth)),
  fc.constantFrom(
    '<title>Just a moment...</title>',
    '{',
    'null',
    '[]',
    '{"x402Version":2,"__proto__":{"accepts":[]}}',
  ),
);

/** An answer as the code that judges it receives it. */
export const answer: fc.Arbitrary<ProbeAnswer> = fc
  .record({
    status: fc.oneof({ weight: 19, arbitrary: fc.constant(402) }, fc.integer({ min: 100, max: 999 })),
    required: fc.oneof({ weight: 6, arbitrary: base64 }, hostileText, fc.constant(undefined)),
    headers,
    body: bodyText,
    isCut: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  })
  .map(({ required, headers, ...rest }) => ({
    ...rest,
    headers: required === undefined ? headers : { ...headers, 'payment-required': required },
  }));

/** The script of a connection: what a seller writes, piece by piece, and how it ends. */
export interface Script {
  readonly pieces: readonly Buffer[];
  /** The delay between two pieces. */
  readonly pauseMs: number;
  readonly ending: 'close' | 'reset' | 'stay';
}

/** Text for a header line or body, in which each character stands for one byte. */
const line = fc.oneof(
  fc.constantFrom(
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: 0',
  ),
  fc.constantFrom(
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    'transfer-encoding: chunked, chunked',
  ),
  fc.constantFrom(
    'Content-Encoding: gzip',
    'Content-Encoding: constructor',
    'Content-Encoding: br',
    'Content-Encoding: deflate',
  ),
  fc.constantFrom(
    'Location: /again',
    'Location: //[',
    'Location: https://example.org/',
    `Location: /${'a'.repeat(5_000)}`,
    'Location: /\x85\xad',
  ),
  fc.constantFrom(
    'Retry-After: 60',
    `Retry-After: ${'9'.repeat(400)}`,
    'Retry-After: -1',
    'Retry-After: Mon, \x80 GMT',
  ),
  fc.constantFrom(
    'Connection: Upgrade\r\nUpgrade: h2c',
    'Connection: keep-alive',
    'Trailer: x',
    '__proto__: x',
    'X: \xff\x80',
  ),
  fc.constantFrom(
    'no colon',
    ': no name',
    ' folded',
    'A\x00: b',
    'Set-Cookie: a=b\r\n'.repeat(900).trimEnd(),
    'a:\r\n'.repeat(9_000).trimEnd(),
  ),
  base64.map((value) => `PAYMENT-REQUIRED: ${value}`),
);

const statusLine = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'HTTP/1.1 402 Payment Required',
      'HTTP/1.0 402 ',
      'HTTP/1.1 302 Found',
      'HTTP/1.1 429 Wait',
    ),
  },
  fc.constantFrom(
    'HTTP/1.1 402',
    'HTTP/1.1 099 X',
    'HTTP/1.1 1000 X',
    'HTTP/9.9 402 X',
    'http/1.1 402 x',
    'HTTP/1.1  402 X',
    'HTTP/2 402',
    '',
  ),
  fc.constantFrom(
    'HTTP/1.1 101 Switching',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 204 None',
    'HTTP/1.1 304 Same',
    `HTTP/1.1 402 ${'r'.repeat(140_000)}`,
  ),
);

const interim = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  fc
    .tuple(
      fc.constantFrom('HTTP/1.1 100 Go\r\n\r\n', 'HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n', '\r\n'),
      fc.constantFrom(1, 8, 9, 5_000),
    )
    .map(([piece, times]) => piece.repeat(times)),
);

const bombs = [gzipSync(Buffer.alloc(30 * 2 ** 20)), Buffer.concat(Array(2_000).fill(gzipSync('a')))];

const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: bodyText.map((text) => Buffer.from(text)) },
  fc.constantFrom(...bombs, gzipSync('{}'), Buffer.alloc(300_000, 'y')),
  fc
    .tuple(
      fc.constantFrom('1\r\nz\r\n', '1;a=b\r\nz\r\n', '0\r\n', 'a: b\r\n', 'zz\r\n', 'ffffffffffffffff\r\n'),
      fc.constantFrom(1, 3, 20_000),
    )
    .map(([piece, times]) => Buffer.from(piece.repeat(times))),
);

const message: fc.Arbitrary<Buffer> = fc
  .tuple(interim, statusLine, fc.array(line, { maxLength: 4 }), body)
  .map(([before, status, lines, rest]) =>
    Buffer.concat([Buffer.from([before + status, ...lines, '\r\n'].join('\r\n'), 'latin1'), rest]),
  );

/** A message, possibly with replaced bytes or a missing end. */
const spoilt = fc
  .tuple(
    message,
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
    fc.option(fc.nat(), { freq: 4 }),
  )
  .map(([bytes, flips, cut]) => {
    const copy = Buffer.from(bytes);
    for (const [at, byte] of flips) copy[at % copy.length] = byte;
    return cut === null ? copy : copy.subarray(0, cut % copy.length);
  });

const script: fc.Arbitrary<Script> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: message },
      { weight: 2, arbitrary: spoilt },
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
    fc.constantFrom(1, 1, 1, 2, 30),
    fc.constantFrom<Script['ending']>('close', 'close', 'close', 'reset', 'stay'),
  )
  .map(([bytes, count, ending]) => ({ pieces: inPieces(bytes, count), pauseMs: 2, ending }));

function inPieces(bytes: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / count));

  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

const plainRobots: Script = {
  pieces: [Buffer.from('HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n')],
  pauseMs: 0,
  ending: 'close',
};

const rules = fc
  .tuple(
    fc.constantFrom('allow:/*aaab\n', 'disallow:/*\xff$\n', 'user-agent:*\n', 'allow:/\n', '%61%c3'),
    fc.constantFrom(1, 3_000, 30_000),
  )
  .map(([piece, times]): Script => {
    const text = `HTTP/1.1 200 OK\r\n\r\nuser-agent:*\n${piece.repeat(times)}`;
    return { pieces: [Buffer.from(text, 'latin1')], pauseMs: 0, ending: 'close' };
  });

/** A seller's answers to requests for robots.txt and for everything else. */
export interface SellerCase {
  readonly robots: Script;
  readonly answer: Script;
}

/** Generates sellers; the same seed gives the same sellers. */
export function sellerCases(count: number): SellerCase[] {
  const robots = fc.oneof(
    { weight: 20, arbitrary: fc.constant(plainRobots) },
    { weight: 3, arbitrary: rules },
    { weight: 1, arbitrary: script.filter(({ ending }) => ending !== 'stay') },
  );

  return fc.sample(fc.record({ robots, answer: script }), { seed, numRuns: count });
}
