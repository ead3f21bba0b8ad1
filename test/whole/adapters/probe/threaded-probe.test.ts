import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HttpProbe } from '../../../../src/adapters/probe/http-probe.ts';
import { readRobots } from '../../../../src/adapters/probe/robots.ts';
import { robotName } from '../../../../src/adapters/probe/robots-cache.ts';
import { ThreadedProbe } from '../../../../src/adapters/probe/threaded-probe.ts';
import { type HttpSigner, keyDirectory } from '../../../../src/adapters/signing/http-signature.ts';
import { type Assets, knownAssets } from '../../../../src/domain/asset.ts';
import { CannotAsk } from '../../../../src/domain/probe.ts';
import { seenIn } from '../../../../src/verification/examine.ts';
import { runProcess } from '../../../support/run-process.ts';
import { httpSeller, rawSeller } from '../../../support/seller.ts';
import { aDocument, anEntry, base64 } from '../../../fixtures/answers.ts';
import { aHttpSigner } from '../../../fixtures/http-signer.ts';
import { type Jwk, verifiedParameters } from '../../../support/verify-http-signature.ts';

const settings = { userAgent: 'tollbook/0', allowPrivate: true, deadlineMs: 2_000, assets: knownAssets };
type Settings = typeof settings & { readonly signer?: HttpSigner };

const thread = new URL('../../../../src/adapters/probe/probe-thread.ts', import.meta.url);
const robots = readRobots('User-agent: *\nDisallow: /private', robotName);

/** The address of a seller who answers so. */
async function sellerAt(listener: RequestListener): Promise<string> {
  const { port } = await httpSeller(listener);
  return `http://127.0.0.1:${String(port)}`;
}

const shop: RequestListener = ({ method, url = '' }, response) => {
  if (url.startsWith('/moved')) response.writeHead(302, { Location: '/private' }).end();
  else if (url.startsWith('/broken')) response.destroy();
  else response.writeHead(402, { 'X-Two': ['a', 'b'] }).end(`${String(method)} ${url} é`);
};

describe.each([
  ['a probe', (given: Settings) => new HttpProbe(given)],
  ['a probe in a thread', (given: Settings) => new ThreadedProbe(given, thread)],
])('%s', (_what, openWith) => {
  const open = () => openWith(settings);

  it('tells what a seller answered', async () => {
    const url = await sellerAt(shop);

    expect(await open().probe(`${url}/v1`, { method: 'POST', query: { q: 'a b' } })).toMatchObject({
      method: 'POST',
      url: `${url}/v1?q=a+b`,
      latencyMs: expect.any(Number) as unknown,
      outcome: { status: 402, body: 'POST /v1?q=a+b é', isCut: false, headers: { 'x-two': 'a, b' } },
    });
  });

  it('signs what it asks, for each host that it asks, with a key', async () => {
    const asked: IncomingMessage['headers'][] = [];
    const signer = aHttpSigner();
    const url = await sellerAt((request, response) => {
      asked.push(request.headers);
      shop(request, response);
    });
    await openWith({ ...settings, signer }).probe(`${url}/v1`, { method: 'POST' });
    const headers = (asked[0] ?? {}) as Record<string, string>;
    const { keys } = JSON.parse(keyDirectory(signer).body) as { keys: Jwk[] };

    expect(headers['signature-agent']).toBe('"https://catalog.example.com"');
    expect(verifiedParameters({ authority: new URL(url).host, headers }, keys)).toMatchObject({
      tag: 'web-bot-auth',
    });
  });

  it('reads a text up to the given size', async () => {
    const url = await sellerAt(shop);
    const read = await open().read(`${url}/robots.txt`, { maxBodyBytes: 4, deadlineMs: 2_000 });
    expect(read).toMatchObject({ status: 402, body: 'GET ', isCut: true });
  });

  it('keeps to the rules of robots.txt, after redirects too', async () => {
    const url = await sellerAt(shop);
    expect((await open().probe(`${url}/moved`, { robots })).outcome).toMatchObject({ failure: 'opted_out' });
  });

  it('gives failures of the other side as results', async () => {
    const url = await sellerAt(shop);
    expect((await open().probe(`${url}/broken`)).outcome).toMatchObject({ failure: 'connection_reset' });
  });

  it('asks no private address unless it may', async () => {
    const url = await sellerAt(shop);
    const { outcome } = await openWith({ ...settings, allowPrivate: false }).probe(url);
    expect(outcome).toMatchObject({ failure: 'address_refused' });
  });

  it('lets its caller cancel it, and closes the connection', async () => {
    const seller = await rawSeller(() => undefined);
    const stop = new AbortController();
    const { signal } = stop;
    const asked = open().probe(`http://127.0.0.1:${String(seller.port)}`, { signal });

    // A thread takes a while to start where both cores are busy.
    await expect.poll(seller.open, { interval: 5 }).toBe(1);
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    await expect.poll(seller.open, { interval: 5 }).toBe(0);
    await expect(open().probe('http://127.0.0.1', { signal })).rejects.toThrow('aborted');
  });
});

describe('the thread of a probe', () => {
  it('also reads what was answered, with the tokens that it was given', async () => {
    const url = await sellerAt((_request, response) => {
      response.writeHead(402, { 'PAYMENT-REQUIRED': base64(aDocument(anEntry())) }).end();
    });
    const seenWith = async (assets: Assets) => {
      const result = await new ThreadedProbe({ ...settings, assets }, thread).probe(url);
      const { seen, ...unread } = result;
      expect(seen).toEqual(seenIn(unread, assets));
      return seen?.terms;
    };

    expect(await seenWith(knownAssets)).toMatchObject([{ price: '0.01', currency: 'USDC' }]);
    expect((await seenWith(new Map()))?.[0]).not.toHaveProperty('price');
  });

  it('may end without harm: who waits is told, and the next question starts another', async () => {
    const probe = new ThreadedProbe(
      settings,
      new URL('../../../fixtures/thread-that-ends-once.ts', import.meta.url),
    );
    const waiting = [probe.probe('http://a.example.com/end'), probe.probe('http://b.example.com/')];

    for (const asked of waiting) await expect(asked).rejects.toBeInstanceOf(CannotAsk);
    await expect(waiting[0]).rejects.toThrow(
      'a.example.com could not be asked: the thread that asks has ended: a bug',
    );
    expect((await probe.probe('http://c.example.com/')).outcome).toMatchObject({ status: 402 });
  });

  it('does not keep a process alive that waits for nothing', async () => {
    const url = await sellerAt(shop);
    const module = new URL('../../../../src/adapters/probe/threaded-probe.ts', import.meta.url).href;
    const script = `
      const { ThreadedProbe } = await import(${JSON.stringify(module)});
      const settings = { ...${JSON.stringify(settings)}, assets: new Map() };
      const probe = new ThreadedProbe(settings, new URL(${JSON.stringify(thread.href)}));
      const { outcome } = await probe.probe(${JSON.stringify(url)});
      console.log(outcome.status);`;
    const ended = await runProcess(process.execPath, ['--eval', script], {});

    expect(ended).toMatchObject({ code: 0, stdout: '402\n' });
  });
});
