import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { examine, type Examination } from '../../../src/verification/examine.ts';
import { testTimeoutMs } from '../../support/soon.ts';
import { certificates, httpSeller, httpsSeller, rawSeller, type Seller } from '../../support/seller.ts';
import { l402Header, paymentHeader } from '../../fixtures/rail-challenges.ts';
import {
  aDocument,
  aDocumentOfV1,
  anEntry,
  anEntryOfV1,
  base64,
  declared,
  otherWallet,
  wallet,
} from '../../fixtures/answers.ts';

const probeFor = (deadlineMs: number): HttpProbe =>
  new HttpProbe({
    userAgent: 'tollbook/0',
    allowPrivate: true,
    deadlineMs,
    reach: { resolve: () => Promise.resolve(['127.0.0.1']) },
  });
const probe = probeFor(testTimeoutMs);
/** For sellers that never end an answer, so that nobody waits for them. */
const impatient = probeFor(100);

async function met(seller: Seller, by = probe): Promise<Examination> {
  return examine(await by.probe(`${seller.url}/rain`), declared);
}

const answer =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

const header = (document: unknown, body = '{}'): RequestListener =>
  answer(402, body, { 'PAYMENT-REQUIRED': base64(document), 'Content-Type': 'application/json' });

const body = (document: unknown): RequestListener =>
  answer(402, JSON.stringify(document), { 'Content-Type': 'application/json' });

const offers = (...changes: Record<string, unknown>[]): RequestListener =>
  header(aDocument(...changes.map((change) => anEntry(change))));

const byMethod =
  (listeners: Readonly<Record<string, RequestListener>>): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) => {
    const listener = listeners[request.method ?? ''] ?? answer(405);
    listener(request, response);
  };

/** Writes the same piece again and again, until the other side has left. */
const endless =
  (piece: string): RequestListener =>
  (_request, response) => {
    const more = (error?: Error | null): void => {
      if (!error) response.write(piece, more);
    };
    response.writeHead(402);
    more();
  };

const good = offers({});
const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const eurcOnBase = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42';

const sellers: readonly [what: string, verdict: Verdict, listener: RequestListener][] = [
  ['all as declared, version 2', 'verified', good],
  ['all as declared, version 1', 'verified', body(aDocumentOfV1(anEntryOfV1()))],
  ['version 2 in the body alone', 'malformed', body(aDocument(anEntry()))],
  ['GET for free and POST for pay', 'verified', byMethod({ GET: answer(200, '{}'), POST: good })],
  ['no GET at all', 'verified', byMethod({ POST: good })],
  ['a most instead of a price', 'unread', offers({ scheme: 'upto' })],
  [
    'the declared way among others',
    'verified',
    offers({ network: 'eip155:137', asset: usdcOnPolygon }, {}, { payTo: otherWallet }),
  ],
  ['a wallet in small letters', 'verified', offers({ payTo: wallet.toLowerCase() })],
  ['one entry that is broken beside a good one', 'verified', offers({ amount: '-1' }, {})],
  [
    'a header of 20 KB',
    'verified',
    header({
      ...aDocument(anEntry()),
      extensions: { note: { info: { text: 'x'.repeat(15_000) }, schema: {} } },
    }),
  ],
  [
    'header and body that disagree: the header counts',
    'payto_mismatch',
    header(aDocument(anEntry({ payTo: otherWallet })), JSON.stringify(aDocument(anEntry()))),
  ],
  [
    'a redirect within its origin',
    'verified',
    (request, response) => {
      if (request.url === '/rain') response.writeHead(307, { Location: '/v2/rain' }).end();
      else good(request, response);
    },
  ],
  ['another wallet', 'payto_mismatch', offers({ payTo: otherWallet })],
  [
    'another wallet on the declared network only',
    'payto_mismatch',
    offers({ network: 'eip155:137', asset: usdcOnPolygon }, { payTo: otherWallet }),
  ],
  [
    'another wallet, network and price',
    'payto_mismatch',
    offers({ payTo: otherWallet, network: 'eip155:137', amount: '9' }),
  ],
  ['another network', 'network_mismatch', offers({ network: 'eip155:137', asset: usdcOnPolygon })],
  ['a network nobody knows', 'network_mismatch', offers({ network: 'eip155:424242' })],
  [
    'the testnet of the declared network',
    'network_mismatch',
    offers({ network: 'eip155:84532', asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' }),
  ],
  ['another token', 'asset_mismatch', offers({ asset: eurcOnBase })],
  ['a token nobody knows', 'asset_mismatch', offers({ asset: otherWallet })],
  ['the declared token of another network', 'asset_mismatch', offers({ asset: usdcOnPolygon })],
  ['a higher price', 'price_mismatch', offers({ amount: '20000' })],
  ['a price one unit lower', 'price_mismatch', offers({ amount: '9999' })],
  ['an amount of 18 decimals for a token of 6', 'price_mismatch', offers({ amount: '10000000000000000' })],
  ['an amount in dollars', 'malformed', offers({ amount: '0.01' })],
  ['an amount with an exponent', 'malformed', offers({ amount: '1e4' })],
  ['an amount that is a number', 'malformed', offers({ amount: 10_000 })],
  [
    'a network of version 2 in version 1',
    'malformed',
    body(aDocumentOfV1(anEntryOfV1({ network: 'eip155:8453' }))),
  ],
  [
    'a network that no client of version 1 knows',
    'unread',
    body(aDocumentOfV1(anEntryOfV1({ network: 'arbitrum' }))),
  ],
  ['an unknown scheme', 'unread', offers({ scheme: 'barter' })],
  ['a short network name in version 2', 'malformed', offers({ network: 'base' })],
  [
    'a wallet with a wrong checksum',
    'verified',
    offers({ payTo: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
  ],
  ['a Solana wallet on Base', 'malformed', offers({ payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4' })],
  ['no way to pay', 'malformed', header(aDocument())],
  [
    'a header of plain JSON',
    'malformed',
    answer(402, '{}', { 'PAYMENT-REQUIRED': JSON.stringify(aDocument(anEntry())) }),
  ],
  [
    'a header of base64url',
    'malformed',
    answer(402, '{}', { 'PAYMENT-REQUIRED': `${base64(aDocument(anEntry())).replaceAll('=', '')}-_` }),
  ],
  [
    'a header that breaks off',
    'malformed',
    answer(402, '{}', { 'PAYMENT-REQUIRED': base64(aDocument(anEntry())).slice(0, 100) }),
  ],
  ['no x402Version', 'malformed', body({ accepts: [anEntryOfV1()] })],
  ['a version that is to come', 'malformed', header({ ...aDocument(anEntry()), x402Version: 3 })],
  [
    'MPP and L402 in headers of their own, and no x402',
    'unread',
    (_request, response) => {
      response.setHeader('WWW-Authenticate', [paymentHeader(), l402Header()]);
      response.writeHead(402, { 'Content-Type': 'application/problem+json' }).end('{"status":402}');
    },
  ],
  [
    'all three protocols',
    'verified',
    (request, response) => {
      response.setHeader('WWW-Authenticate', [l402Header(), paymentHeader()]);
      good(request, response);
    },
  ],
  ['402 with an empty body', 'malformed', answer(402)],
  [
    '402 with a page',
    'malformed',
    answer(402, '<!doctype html><title>Pay</title>', { 'Content-Type': 'text/html' }),
  ],
  ['402 with half a JSON', 'malformed', answer(402, '{"x402Version":1,"accepts":[')],
  [
    '402 with a body of megabytes',
    'malformed',
    answer(402, JSON.stringify(aDocumentOfV1(anEntryOfV1({ description: 'x'.repeat(2_000_000) })))),
  ],
  [
    '402 with a bomb of gzip',
    'malformed',
    answer(402, gzipSync(Buffer.alloc(50_000_000)) as never, { 'Content-Encoding': 'gzip' }),
  ],
  ['200 with a page', 'not_402', answer(200, '<!doctype html>', { 'Content-Type': 'text/html' })],
  ['200 with the terms', 'not_402', answer(200, JSON.stringify(aDocument(anEntry())))],
  ['204', 'not_402', answer(204)],
  ['200 with JSON', 'unread', answer(200, '{}')],
  ['400 before it asks for pay', 'unread', answer(400, '{"error":"city is missing"}')],
  ['401', 'not_402', answer(401)],
  ['404', 'not_402', answer(404)],
  ['500', 'not_402', answer(500)],
  ['503', 'not_402', answer(503)],
  ['403', 'blocked', answer(403)],
  ['429 with Retry-After', 'blocked', answer(429, '', { 'Retry-After': '60' })],
  [
    'a page that tells people from programs',
    'blocked',
    answer(503, '<title>Just a moment...</title>', { 'Content-Type': 'text/html' }),
  ],
  ['a redirect to another origin', 'unreachable', answer(302, '', { Location: 'https://example.org/pay' })],
  [
    'a redirect to the metadata of a cloud',
    'unreachable',
    answer(302, '', { Location: 'http://169.254.169.254/latest' }),
  ],
  ['a redirect to itself', 'unreachable', answer(302, '', { Location: '/rain' })],
  ['an endless body', 'malformed', endless('x'.repeat(65_536))],
];

describe('a seller with', () => {
  it.each(sellers)('%s is judged %s', async (_what, verdict, listener) => {
    const examination = await met(await httpSeller(listener));

    expect(examination.verdict, examination.detail).toBe(verdict);
    expect(examination.detail.length).toBeGreaterThan(5);
  });

  it.each<[string, RequestListener]>([
    ['silence', () => undefined],
    ['a slow drip', endless('x')],
  ])('%s is judged unreachable', async (_what, listener) => {
    expect((await met(await httpSeller(listener), impatient)).verdict).toBe('unreachable');
  });

  it('a connection that it resets is judged unreachable', async () => {
    const seller = await rawSeller((socket) => socket.resetAndDestroy());

    expect((await met(seller)).verdict).toBe('unreachable');
  });

  it('a response that is not HTTP is judged unreachable', async () => {
    const seller = await rawSeller((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));

    expect((await met(seller)).verdict).toBe('unreachable');
  });

  it.each(['valid', 'expired'] as const)(
    'an untrusted certificate (%s) is judged unreachable',
    async (which) => {
      const seller = await httpsSeller(good, certificates[which]);

      expect((await met(seller)).verdict).toBe('unreachable');
    },
  );

  it('a closed port is judged unreachable', async () => {
    expect(examine(await probe.probe('http://seller.example.com:1/rain'), declared).verdict).toBe(
      'unreachable',
    );
  });
});
