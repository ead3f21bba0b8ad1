import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../../../src/adapters/probe/polite-probe.ts';
import { validateEndpoint } from '../../../src/live/validate-endpoint.ts';
import type { Validation } from '../../../src/views/validation.ts';
import { httpSeller } from '../../support/seller.ts';
import { aDocument, anEntry, base64 } from '../../fixtures/answers.ts';
import { anOpenApi, fixedPrice, mppOffers, offersRead } from '../../fixtures/discovery-documents.ts';
import { anMpp, paymentHeader } from '../../fixtures/rail-challenges.ts';

type Listeners = Readonly<Record<string, RequestListener>>;

const json =
  (document: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));

const paid: RequestListener = (_request, response) =>
  void response.writeHead(402, { 'PAYMENT-REQUIRED': base64(aDocument(anEntry())) }).end('{}');

const openApi = json(
  anOpenApi({ '/rain': { get: { summary: 'Rain radar', 'x-payment-info': fixedPrice } } }),
);
const wellKnown = json({ items: [{ url: '/rain', accepts: [anEntry()] }] });

/** A validation of a seller who answers these paths, and the paths that it was asked for. */
async function validated(
  listeners: Listeners,
  requester: 'person' | 'pass' = 'person',
): Promise<Validation & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const { url } = await httpSeller((request, response) => {
    asked.push(request.url ?? '');
    const listener = listeners[request.url ?? ''];
    if (listener) listener(request, response);
    else response.writeHead(404).end();
  });
  const prober = new PoliteProbe({
    probe: new HttpProbe({
      userAgent: 'tollbook/0',
      allowPrivate: true,
      reach: { resolve: () => Promise.resolve(['127.0.0.1']) },
    }),
  });

  return { ...(await validateEndpoint({ endpoint: `${url}/rain` }, prober, { requester })), asked };
}

describe('a validation reads what the seller’s own documents say', () => {
  it('by the OpenAPI document first', async () => {
    const { discovered, asked } = await validated({
      '/rain': paid,
      '/openapi.json': openApi,
      '/.well-known/x402': wellKnown,
    });

    expect(discovered).toMatchObject({
      source: '/openapi.json',
      name: 'Rain radar',
      price: '0.05',
      method: 'GET',
    });
    expect(asked).not.toContain('/.well-known/x402');
  });

  it('by /.well-known/x402 where that says more', async () => {
    const { discovered, terms } = await validated({
      '/rain': paid,
      '/openapi.json': json(anOpenApi({})),
      '/.well-known/x402': wellKnown,
    });

    expect(discovered).toMatchObject({ source: '/.well-known/x402', price: '0.01', currency: 'USDC' });
    expect(terms).toMatchObject([{ price: '0.01' }]);
  });

  it('also of an endpoint that is paid by MPP alone, and names the ways to pay', async () => {
    const byMpp: RequestListener = (_request, response) =>
      void response.writeHead(402, { 'WWW-Authenticate': paymentHeader() }).end();
    const { valid, verdict, rails, discovered, checks } = await validated({
      '/rain': byMpp,
      '/openapi.json': json(anOpenApi({ '/rain': { get: { 'x-payment-info': mppOffers } } })),
    });

    expect({ valid, verdict, rails }).toEqual({ valid: false, verdict: 'unread', rails: [anMpp] });
    expect(discovered).toMatchObject({ rails: offersRead });
    expect(checks.at(-1)).toMatchObject({
      check: 'terms_readable',
      detail: 'It asks for payment through a protocol other than x402: MPP (tempo, charge).',
      cure: expect.stringMatching(/^Offer x402 beside it/) as string,
    });
  });

  it.each<[string, Listeners]>([
    ['there are none', {}],
    ['they are no JSON', { '/openapi.json': (_request, response) => void response.end('<html>') }],
    [
      'a key stands twice',
      { '/openapi.json': (_request, response) => void response.end('{"paths":{},"paths":{}}') },
    ],
    ['they are endless', { '/openapi.json': json({ ...anOpenApi({}), x: 'x'.repeat(300_000) }) }],
    [
      'they lead to another origin',
      {
        '/openapi.json': (_request, response) =>
          void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
      },
    ],
    ['they have to be paid for', { '/openapi.json': paid, '/.well-known/x402': paid }],
    [
      'robots.txt keeps them',
      {
        '/robots.txt': (_request, response) => void response.end('User-agent: *\nDisallow: /openapi.json'),
        '/openapi.json': openApi,
      },
    ],
    ['the connection breaks', { '/openapi.json': (_request, response) => void response.destroy() }],
  ])('and goes without them where %s', async (_, listeners) => {
    const validation = await validated({ '/rain': paid, ...listeners });

    expect(validation).toMatchObject({ valid: true, verdict: 'verified' });
    expect(validation).not.toHaveProperty('discovered');
  });

  it('but not where nobody is asked to pay, nor for a pass over many endpoints', async () => {
    const documents = { '/openapi.json': openApi, '/.well-known/x402': wellKnown };

    expect((await validated(documents)).asked).not.toContain('/openapi.json');
    expect((await validated({ '/rain': paid, ...documents }, 'pass')).asked).not.toContain('/openapi.json');
  });
});
