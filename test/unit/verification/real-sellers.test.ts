import { describe, expect, it } from 'vitest';
import { noFacts, railNamesOf } from '../../../src/domain/facts.ts';
import type { ProbeAnswer } from '../../../src/domain/probe.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { examine, type Examination } from '../../../src/verification/examine.ts';
import {
  a402,
  aDocument,
  aDocumentOfV1,
  anAnswer,
  anEntry,
  anEntryOfV1,
  aResult,
  declared,
  otherWallet,
} from '../../fixtures/answers.ts';
import { paymentHeader } from '../../fixtures/rail-challenges.ts';

/** What sellers in public use answer, rewritten small. */

const judged = (answer: ProbeAnswer): Examination => examine(aResult(answer), declared);
const codesOf = ({ remarks }: Examination): string[] => remarks.map(({ code }) => code);
const bodyOfV1 = (...entries: Record<string, unknown>[]): string => JSON.stringify(aDocumentOfV1(...entries));

const signIn = { ...aDocument(), extensions: { 'sign-in-with-x': { info: {}, schema: {} } } };
const solana = {
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
};

describe('an odd entry spoils no other', () => {
  it.each<[string, Record<string, unknown> | number, string]>([
    [
      'in the form of version 1, on another network',
      {
        ...{ scheme: 'exact', network: 'hedera-testnet', asset: '4279119', maxAmountRequired: '10000' },
        ...{ payTo: '0.0.123', maxTimeoutSeconds: 60 },
      },
      'entry_unusable',
    ],
    ['without terms', { scheme: 'exact', network: 'stripe' }, 'entry_unusable'],
    ['without a token', anEntry({ asset: '' }), 'entry_unusable'],
    ['with a number', anEntry({ amount: 10_000 }), 'entry_unusable'],
    ['that is a number', 7, 'entry_unusable'],
    ['on a network that cannot be read', anEntry({ network: 'namespaced:x y' }), 'entry_unusable'],
    ['of another scheme', anEntry({ scheme: 'upto', amount: '5' }), 'entry_not_compared'],
    ['of a scheme without terms', { scheme: 'exact_gasfree', network: 'tron:1' }, 'entry_unusable'],
  ])('%s', (_, entry, code) => {
    const { verdict, remarks } = judged(a402({ ...aDocument(), accepts: [anEntry(), entry] }));

    expect(verdict).toBe('verified');
    expect(remarks).toEqual([{ code, detail: expect.stringContaining('accepts[1]') as string }]);
  });

  it('and takes no wallet from another scheme', () => {
    const answer = a402(aDocument(anEntry({ payTo: otherWallet }), anEntry({ scheme: 'upto' })));

    expect(judged(answer).verdict).toBe('payto_mismatch');
  });
});

describe('another scheme alone is not compared', () => {
  it.each(['batch-settlement', 'auth-capture', 'exact_gasfree', 'permit2-exact'])('%s', (scheme) => {
    const { verdict, detail, terms } = judged(a402(aDocument(anEntry({ scheme, amount: '7' }))));

    expect(verdict).toBe('unread');
    expect(detail).toContain(`"${scheme}"`);
    expect(terms).toHaveLength(1);
  });

  it('upto, whose amount is a most and no price', () => {
    const { verdict, detail, fields } = judged(
      a402(aDocument(anEntry({ scheme: 'upto', amount: '1000000' }))),
    );

    expect(verdict).toBe('unread');
    expect(detail).toContain('up to 1 USDC');
    expect(fields).toContainEqual({ field: 'price', declared: '0.01', observed: null, match: null });
  });

  it('but its wallet is', () => {
    expect(judged(a402(aDocument(anEntry({ scheme: 'upto', payTo: otherWallet })))).verdict).toBe(
      'payto_mismatch',
    );
  });
});

describe('version 2 stands in the header, version 1 in the body', () => {
  const brokenHeader = { scheme: 'exact', network: 'base', amount: 10_000 };

  it('so that a good body of version 1 is paid beside a header that nobody can read', () => {
    const examination = judged(a402(brokenHeader, bodyOfV1(anEntryOfV1())));

    expect(examination.verdict).toBe('verified');
    expect(codesOf(examination)).toEqual(['header_unreadable']);
  });

  it('but version 2 in the body alone is paid by nobody', () => {
    const inBody = JSON.stringify(aDocument(anEntry()));

    expect(judged(anAnswer(402, inBody)).verdict).toBe('malformed');
    expect(judged(a402(brokenHeader, inBody)).verdict).toBe('malformed');
  });

  it.each(['description', 'resource', 'mimeType'])('whose %s no client needs', (name) => {
    const { [name]: _, ...entry } = anEntryOfV1();

    expect(judged(anAnswer(402, bodyOfV1(entry))).verdict).toBe('verified');
  });

  it('and version 2 is paid without a resource', () => {
    const { resource: _, ...document } = aDocument(anEntry());

    expect(judged(a402(document)).verdict).toBe('verified');
  });

  it('and a header of UTF-8 keeps its letters', () => {
    const entry = anEntry({ extra: { name: 'USD₮0', version: '1' } });

    expect(judged(a402(aDocument(entry))).sent?.accepts).toEqual([entry]);
  });
});

describe('what a client needs to sign is missed', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['the name and version of a token', { extra: {} }, ['entry_not_signable']],
    ['the version of a token', { extra: { name: 'USD Coin' } }, ['entry_not_signable']],
    ['nothing of Permit2', { extra: { assetTransferMethod: 'permit2' } }, []],
    ['the fee payer on Solana', { ...solana, extra: {} }, ['entry_not_signable']],
    [
      'another fee payer than the payee',
      { ...solana, extra: { feePayer: solana.payTo } },
      ['entry_not_signable'],
    ],
  ])('%s', (_, changes, codes) => {
    const examination = examine(aResult(a402(aDocument(anEntry(changes)))), undefined);

    expect(examination.verdict).toBe('verified');
    expect(codesOf(examination)).toEqual(codes);
  });

  it.each([
    ['http://internal:3000/x', ['resource_elsewhere']],
    ['http://api.example.com/rain', ['resource_elsewhere']],
    ['mcp://tool/rain', ['resource_elsewhere']],
    ['/rain', []],
    ['https://api.example.com/other', []],
  ])('the resource at %s', (url, codes) => {
    const examination = judged(a402({ ...aDocument(anEntry()), resource: { url } }));

    expect(examination.verdict).toBe('verified');
    expect(codesOf(examination)).toEqual(codes);
  });
});

describe('an endpoint that works, and shows no terms,', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const tool = { isError: true, structuredContent: aDocument(anEntry()) };
  const toolText = JSON.stringify(aDocument(anEntry()));

  it.each<[string, ProbeAnswer, Verdict, RegExp]>([
    ['is free now', anAnswer(200, '{"ok":true}'), 'unread', /free now/],
    [
      'is free now, with data that it calls accepts',
      anAnswer(200, '{"accepts":["image/png"]}'),
      'unread',
      /free now/,
    ],
    [
      'is free now, with entries of another kind',
      anAnswer(200, '{"accepts":[{"scheme":"https"}]}'),
      'unread',
      /free now/,
    ],
    ['is free now, as text', anAnswer(200, 'a,b', { 'content-type': 'text/csv' }), 'unread', /free now/],
    ['needs input', anAnswer(400, '{"error":"url is required"}'), 'unread', /needs input.*`request`/],
    ['needs other input', anAnswer(422, '{}'), 'unread', /needs input.*`request`/],
    ['needs input of a type', anAnswer(415, '{}'), 'unread', /needs input.*`request`/],
    ['needs another method', anAnswer(405, '', { allow: 'PUT, OPTIONS' }), 'unread', /allows PUT/],
    ['needs a sign-in', a402(signIn), 'unread', /wallet sign-in.*free/],
    ['needs a sign-in with 401', { ...a402(signIn), status: 401 }, 'unread', /wallet sign-in.*free/],
    ['needs a sign-in in its body', anAnswer(402, JSON.stringify(signIn)), 'unread', /wallet sign-in/],
    ['is a paid tool', anAnswer(200, JSON.stringify(tool)), 'unread', /tool of an MCP server/],
    [
      'is a paid tool, as JSON-RPC',
      anAnswer(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result: tool })),
      'unread',
      /tool of an MCP server/,
    ],
    [
      'is a paid tool, as an event',
      anAnswer(200, `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', result: tool })}\n\n`),
      'unread',
      /tool of an MCP server/,
    ],
    [
      'is a paid tool, as an event with an id and other line ends',
      anAnswer(200, `id: 1\r\nevent: message\r\ndata: ${JSON.stringify({ result: tool })}\r\n\r\n`),
      'unread',
      /tool of an MCP server/,
    ],
    [
      'is a paid tool, with its terms as a text',
      anAnswer(200, JSON.stringify({ isError: true, content: [{ type: 'text', text: toolText }] })),
      'unread',
      /tool of an MCP server/,
    ],
    [
      'is an MCP server, which takes clients of MCP alone',
      anAnswer(406, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Not Acceptable"},"id":null}'),
      'unread',
      /tool of an MCP server/,
    ],
    [
      'compresses its terms, although nobody asked for that',
      anAnswer(402, '\u001b\ufffd', { 'content-encoding': 'br' }),
      'unread',
      /encoding "br".*as asked/,
    ],
    [
      'compresses its terms twice',
      anAnswer(402, '\u001f\ufffd', { 'content-encoding': 'gzip, gzip' }),
      'unread',
      /encoding "gzip, gzip".*as asked/,
    ],
    [
      'names a compression that its terms are not in',
      { ...anAnswer(402, '', { 'content-encoding': 'gzip' }), isCut: true },
      'unread',
      /encoding "gzip".*as asked/,
    ],
    [
      'is free now, in a compression that cannot be read',
      { ...anAnswer(200, '', { 'content-encoding': 'gzip' }), isCut: true },
      'unread',
      /free now/,
    ],
    ['refuses to show anything', anAnswer(406, '{}'), 'not_402', /without asking/],
    ['is a page', anAnswer(200, '<!doctype html>', html), 'not_402', /without asking/],
    ['refuses with a page', anAnswer(400, '<html><h1>Bad Request</h1>', html), 'not_402', /without asking/],
    ['is empty', anAnswer(204), 'not_402', /without asking/],
    ['wants a login', anAnswer(401, '{}'), 'not_402', /without asking/],
    ['is missing', anAnswer(404, '{}'), 'not_402', /without asking/],
    ['is gone', anAnswer(410, '{}'), 'not_402', /without asking/],
    ['is broken', anAnswer(500, '{}'), 'not_402', /without asking/],
    ['names terms with 200', anAnswer(200, bodyOfV1(anEntryOfV1())), 'not_402', /send them with 402/],
  ])('%s', (_, answer, verdict, detail) => {
    expect(judged(answer)).toMatchObject({ verdict, detail: expect.stringMatching(detail) as string });
  });
});

describe('ways to pay that no wallet has are named', () => {
  it.each<[string, ProbeAnswer, string]>([
    ['in a header of Cloudflare', anAnswer(402, '', { 'crawler-price': 'USD 0.01' }), 'cloudflare'],
    [
      'among the entries, as a network of Cloudflare',
      a402(aDocument(anEntry({ network: 'cloudflare:402', scheme: 'batch-settlement' }))),
      'cloudflare',
    ],
    [
      'among the entries, as AWS',
      a402(aDocument(anEntry({ network: 'aws:marketplace' }))),
      'aws-marketplace',
    ],
    ['among the entries, as cards', a402(aDocument({ scheme: 'exact', network: 'stripe' })), 'card'],
  ])('%s', (_, answer, rail) => {
    expect(judged(answer)).toMatchObject({
      verdict: 'unread',
      detail: expect.stringMatching(/a protocol other than x402.*not payable by a wallet/) as string,
      rails: [{ rail }],
    });
  });

  it('beside x402, too', () => {
    const cards = { scheme: 'exact', network: 'stripe' };

    expect(judged(a402({ ...aDocument(), accepts: [anEntry(), cards] }))).toMatchObject({
      verdict: 'verified',
      rails: [{ rail: 'card' }],
    });
  });
});

it('cards through MPP are no wallet’s either, and found by both names', () => {
  const header = paymentHeader({ amount: '100', currency: 'usd' }, { method: 'stripe' });
  const { detail, rails } = judged(anAnswer(402, '', { 'www-authenticate': header }));

  expect(detail).toContain('MPP (stripe, charge), which is not payable by a wallet');
  expect(railNamesOf({ ...noFacts, rails })).toEqual(['mpp', 'card']);
});

describe('a bot wall keeps checks away', () => {
  it.each<[string, ProbeAnswer]>([
    ['of Anubis', anAnswer(200, '<html><title>Making sure you&#39;re not a bot!</title>')],
    ['of AWS, as a challenge', anAnswer(202, '', { 'x-amzn-waf-action': 'challenge' })],
    ['of AWS, as a captcha', anAnswer(405, '', { 'x-amzn-waf-action': 'captcha' })],
    ['of Cloudflare', anAnswer(503, '<html><title>Just a moment...</title>')],
    ['of Cloudflare, by its header', anAnswer(200, '', { 'cf-mitigated': 'challenge' })],
    ['of Vercel', anAnswer(200, '<title>Vercel Security Checkpoint</title>')],
    ['of Sucuri', anAnswer(200, '<script>var s={},sucuri_cloudproxy_js="";</script>')],
    ['of DataDome', anAnswer(200, '{"url":"https://geo.captcha-delivery.com/captcha/?x"}')],
    ['of PerimeterX', anAnswer(405, '<script>window._pxAppId = "PX1";</script>')],
    ['of Imperva', anAnswer(200, '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>')],
    ['of Akamai', anAnswer(200, '<meta http-equiv="refresh" content="5; URL=\'/?bm-verify=AAQ\'" />')],
  ])('%s', (_, answer) => {
    expect(judged(answer).verdict).toBe('blocked');
  });

  it('but a quote of one in JSON of the endpoint does not', () => {
    expect(judged(anAnswer(200, '{"title":"Access denied"}')).verdict).toBe('unread');
  });
});
