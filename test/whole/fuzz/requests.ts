import fc from 'fast-check';

/** The bytes of a request, and which area of it is fuzzed. */
export interface RequestCase {
  readonly area: Area;
  readonly bytes: Buffer;
  /** Half-closes the connection once everything is sent. */
  readonly half?: boolean;
}

export const areas = ['paths', 'methods', 'headers', 'ranges', 'bodies', 'queries', 'bytes'] as const;
type Area = (typeof areas)[number];

/** What exists in the catalog, for requests to name. */
export interface Known {
  readonly ids: readonly string[];
  readonly files: readonly string[];
  /** A valid API key. */
  readonly token: string;
}

interface Shape {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: Buffer;
}

/** Generates cases for all areas in turn; the same seed gives the same cases. */
export function requestCases(known: Known, seed: number, count: number): RequestCase[] {
  const makers = arbitraries(known);
  const each = Math.ceil(count / areas.length);
  const byArea = areas.map((area) => fc.sample(makers[area], { seed, numRuns: each }));

  return Array.from({ length: each }, (_, i) => byArea.flatMap((cases) => cases[i] ?? [])).flat();
}

function requestBytes({ method = 'GET', target = '/', headers = [], body }: Shape): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: [string, string][] = [
    ['Host', 'catalog.example.com'],
    ['Connection', 'close'],
    ...(body ? [['Content-Length', String(body.length)] as [string, string]] : []),
  ];
  const all = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers];
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');

  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]);
}

const latin1 = fc.uint8Array({ maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

const nasty = fc.constantFrom(
  '',
  '0',
  '-1',
  '1e308',
  'NaN',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  '..%2f..%2fbuild.json',
  '%00',
  '%',
  '%ff',
  '%c0%ae',
  '%u0041',
  '\\',
  "'; DROP TABLE keys; --",
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '\u0000\u001b[2J',
  '%1b%5b2J',
  '%e2%80%ae',
  '🌧'.repeat(10),
  '9'.repeat(400),
  'a'.repeat(5000),
  '/'.repeat(5000),
  'a,'.repeat(2000),
  '(((((((((((((((((((a+)+)+)+',
);

const sentence = fc
  .array(
    fc.oneof(
      fc
        .constantFrom(
          'weather under $0.01 on base not solana verified cheap'.split(' '),
          'wetter unter 0.05 USDC kostenlos'.split(' '),
          '便宜的天气 météo pas cher'.split(' '),
          'translate OCR speech image price oracle swap wallet news'.split(' '),
          ['less', 'than', 'between', '1e3', '0.0.0', '$', '≤', 'sorted', 'by', 'trust', 'at', 'least', '90'],
        )
        .chain((words) => fc.constantFrom(...words)),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 70 },
  )
  .map((words) => words.join(' ').slice(0, 500));

const value = fc.oneof(
  nasty.map(encodeLoosely),
  sentence.map(encodeURIComponentSafely),
  fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponentSafely),
  fc.integer().map(String),
  fc.double().map(String),
);

const parameter = fc.oneof(
  fc.constantFrom(
    ...'query q category chain status maxPricePerRequest minPricePerRequest currency mainnet freeQuota minUptime paid sortBy sortOrder limit offset'.split(
      ' ',
    ),
    ...'ids days dryRun fields owner since wait page href w h f url'.split(' '),
  ),
  fc.string({ maxLength: 8 }).map(encodeURIComponentSafely),
);

const query = fc
  .array(fc.tuple(parameter, value), { maxLength: 12 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`))
  .map((text) => text.slice(0, 12_000));

function arbitraries({ ids, files, token }: Known): Record<Area, fc.Arbitrary<RequestCase>> {
  const id = fc.oneof(
    fc.constantFrom(...ids),
    nasty.map(encodeLoosely),
    fc.string({ maxLength: 20 }).map(encodeURIComponentSafely),
  );
  const apiPath = fc.oneof(
    fc.constantFrom(
      ...'/api/services /api/services/search/intent /api/categories /api/export /api/facets /api/suggest'.split(
        ' ',
      ),
      ...'/health /openapi.json /api/validate /api /api/ /api/services.json /api/export.json.br /api/export.ndjson /api/export.csv /api/export.sqlite'.split(
        ' ',
      ),
    ),
    fc
      .tuple(
        id,
        fc.constantFrom(
          '',
          '/status',
          '/observed',
          '/checks',
          '/trust',
          '/proof',
          '/similar',
          '/history',
          '.json',
          '/status.json',
        ),
      )
      .map(([name, rest]) => `/api/services/${name}${rest}`),
  );
  const sitePath = fc.oneof(
    fc.constantFrom(
      ...'/ /search /search/ /compare /status /status/ /services/ /categories/ /register/ /listings/ /docs/ /404 /404.html'.split(
        ' ',
      ),
      ...'/_image /_server-islands/x /_actions/x /_astro/ /.well-known/security.txt /@id/x /@fs/etc/passwd'.split(
        ' ',
      ),
    ),
    id.map((name) => `/services/${name}/`),
    id.map((name) => `/badge/${name}.svg`),
    id.map((name) => `/og/${name}.png`),
    id.map((name) => `/categories/${name}/page/${name}`),
    id.map((name) => `/problems/${name}/`),
    fc.constantFrom(...files),
  );
  const path = fc.oneof(
    apiPath,
    sitePath,
    fc.tuple(fc.oneof(apiPath, sitePath), nasty).map(([start, end]) => start + encodeLoosely(end)),
    fc
      .tuple(fc.oneof(apiPath, sitePath), fc.nat(12), latin1)
      .map(([text, at, bytes]) => text.slice(0, at) + bytes + text.slice(at)),
    fc.constantFrom(
      '*',
      '//',
      '///..//',
      '/.',
      '/..',
      'http://evil.example.com/',
      'http://[::1',
      'HTTP://a@b/api/services',
      'catalog.example.com:443',
    ),
  );
  const target = fc.tuple(path, query).map((parts) => parts.join(''));
  const readable = fc.oneof(apiPath, sitePath);

  return {
    paths: target.map((text) => ({ area: 'paths', bytes: requestBytes({ target: text }) })),
    queries: fc
      .tuple(fc.oneof(apiPath, fc.constantFrom('/search', '/compare', '/services/', '/_image')), query)
      .map((parts) => ({ area: 'queries', bytes: requestBytes({ target: parts.join('') }) })),
    methods: fc
      .tuple(method, target)
      .map(([name, text]) => ({ area: 'methods', bytes: requestBytes({ method: name, target: text }) })),
    headers: fc
      .tuple(
        fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST'),
        readable,
        fc.array(header, { minLength: 1, maxLength: 8 }),
      )
      .map(([name, text, headers]) => ({
        area: 'headers',
        bytes: requestBytes({ method: name, target: text, headers }),
        half: name === 'POST',
      })),
    ranges: fc
      .tuple(fc.constantFrom('GET', 'HEAD'), fc.oneof(fc.constantFrom(...files), readable), range, encoding)
      .map(([name, text, ranges, accepted]) => ({
        area: 'ranges',
        bytes: requestBytes({
          method: name,
          target: text,
          headers: [
            ['Range', ranges],
            ['Accept-Encoding', accepted],
          ],
        }),
      })),
    bodies: fc
      .tuple(
        fc.constantFrom(
          '/api/services',
          '/api/services?dryRun=true',
          '/api/validate',
          '/api/services/none/claim',
          '/search',
          '/api/keys',
        ),
        body,
        bodyHeaders(token),
      )
      .map(([text, bytes, headers]) => ({
        area: 'bodies',
        bytes: requestBytes({ method: 'POST', target: text, headers, body: bytes }),
        half: true,
      })),
    bytes: fc
      .tuple(
        target,
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(400),
      )
      .map(([text, changes, cut]) => ({
        area: 'bytes',
        bytes: mutated(requestBytes({ target: text }), changes, cut),
        half: true,
      })),
  };
}

const method = fc.oneof(
  fc.constantFrom(
    ...'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND PURGE QUERY get Get M-SEARCH'.split(
      ' ',
    ),
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);

const bound = fc.oneof(
  fc.nat(20).map(String),
  fc.constantFrom('', '-1', '99999999999999999999', '1e3', 'a', '0x1', ' 1'),
);

const range = fc.oneof(
  fc.tuple(bound, bound).map(([first, last]) => `bytes=${first}-${last}`),
  fc
    .array(fc.tuple(bound, bound), { maxLength: 300 })
    .map((all) => `bytes=${all.map((each) => each.join('-')).join(',')}`),
  fc.constantFrom('bytes', 'bytes=', 'lines=0-1', 'bytes=0-0,-1', 'bytes=5-2', 'bytes 0-1', '='),
);

const encoding = fc.constantFrom(
  '',
  'identity',
  'gzip',
  'br',
  'br;q=0, gzip',
  '*',
  '*;q=0',
  'gzip;q=x',
  'deflate,'.repeat(500),
);

const header: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(fc.constant('Range'), range),
  fc.tuple(fc.constant('Accept-Encoding'), encoding),
  fc.tuple(
    fc.constantFrom(
      ...'If-None-Match If-Match If-Modified-Since If-Unmodified-Since If-Range Accept Accept-Language Cookie'.split(
        ' ',
      ),
      ...'Authorization Idempotency-Key Content-Type Content-Encoding Origin Referer User-Agent Expect Upgrade'.split(
        ' ',
      ),
      ...'X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded X-Request-Id X-Astro-Path X-Astro-Route'.split(
        ' ',
      ),
      ...'Host Connection Transfer-Encoding TE Trailer Keep-Alive HTTP2-Settings Access-Control-Request-Method'.split(
        ' ',
      ),
      ...'X-HTTP-Method-Override X-Original-URL X-Rewrite-URL Purpose Sec-Fetch-Mode x-middleware-subrequest'.split(
        ' ',
      ),
    ),
    fc.oneof(
      nasty.map(headerText),
      latin1.map(headerText),
      fc.constantFrom(
        '*',
        '"a"',
        'W/"a", "b"',
        'Bearer x',
        'Bearer tbk_a_b',
        'a@b',
        'chunked',
        'gzip, chunked',
        '100-continue',
        'websocket',
        'h2c',
        'upgrade',
        'close, upgrade',
        'Thu, 01 Jan 1970 00:00:00 GMT',
        'bytes=0-1',
      ),
    ),
  ),
  fc.tuple(fc.stringMatching(/^[A-Za-z-]{1,20}$/), latin1.map(headerText)),
);

const json = fc.json({ maxDepth: 4 });

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":', '[{"b":'), fc.nat(60_000))
  .map(([open, times]) => open.repeat(times).slice(0, 65_000));

const registration = {
  name: 'Rain Radar',
  description: 'Precipitation for the next two hours.',
  endpoint: 'https://api.example.com/rain',
  category: 'weather-environment',
  pricing: { currency: 'USDC', pricePerRequest: '0.001' },
  x402Config: { network: 'base-sepolia', paymentAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
};

/** A registration with one member replaced. */
const almost = fc
  .tuple(fc.constantFrom(...Object.keys(registration), 'extra', '__proto__'), fc.oneof(fc.jsonValue(), nasty))
  .map(([name, other]) => JSON.stringify({ ...registration, [name]: other }));

const body = fc.oneof(
  json.map((text) => Buffer.from(text)),
  deep.map((text) => Buffer.from(text)),
  almost.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(almost, fc.nat(300)).map(([text, end]) => Buffer.from(text.slice(0, end))),
  fc.nat(80_000).map((length) => Buffer.alloc(length, ' ')),
);

function bodyHeaders(token: string): fc.Arbitrary<(readonly [string, string])[]> {
  return fc
    .tuple(
      fc.constantFrom(
        'application/json',
        'application/json',
        'application/json; charset=utf-8',
        'text/plain',
        '',
      ),
      fc.constantFrom(`Bearer ${token}`, `Bearer ${token}`, 'Bearer wrong', ''),
      fc.array(header, { maxLength: 2 }),
    )
    .map(([type, authorization, more]) => [
      ['Content-Type', type],
      ['Authorization', authorization],
      ...more,
    ]);
}

/** Replaces some bytes, and may cut off the end. */
function mutated(bytes: Buffer, changes: readonly (readonly [number, number])[], cut: number): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, byte] of changes) copy[at % copy.length] = byte;

  return cut % 4 === 0 ? copy.subarray(0, cut) : copy;
}

/** Escapes only the characters that would end the request line; everything else is kept as it is. */
function encodeLoosely(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\s?#]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function headerText(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, ' ');
}
