import { describe, expect, it } from 'vitest';
import { HttpProbe, type HttpProbeSettings } from '../../../../src/adapters/probe/http-probe.ts';
import { HttpTargets } from '../../../../src/adapters/webhook/http-targets.ts';
import { CannotAsk } from '../../../../src/domain/probe.ts';
import { certificates, httpSeller, httpsSeller, rawSeller, type Seller } from '../../../support/seller.ts';

const now = Date.UTC(2026, 0, 31);
const forever = new AbortController().signal;
const body = '{"type":"service.created","data":"🌧"}';
const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' };

/** Targets on this machine by the name of a seller. */
function targets(
  settings: Partial<HttpProbeSettings> = {},
  { deadlineMs = 10_000, allowInsecure = true } = {},
): HttpTargets {
  const reach = { resolve: () => Promise.resolve(['127.0.0.1']), ...settings.reach };
  const probe = new HttpProbe({ userAgent: 'tollbook/0', allowPrivate: true, ...settings, reach });

  return new HttpTargets({ probe, policy: { allowInsecure }, deadlineMs, now: () => now });
}

const postTo = (url: string, ...given: Parameters<typeof targets>) =>
  targets(...given).post({ url, headers, body }, forever);

/** A target that answers with a status and headers. */
const answering = (status: number, answerHeaders: Record<string, string> = {}): Promise<Seller> =>
  httpSeller((_request, response) => response.writeHead(status, answerHeaders).end('ok'));

describe('a target', () => {
  it('gets the body as it is, with the headers that verify it', async () => {
    const asked: object[] = [];
    const seller = await httpSeller((request, response) => {
      const { method, url, headers: given } = request;
      request.setEncoding('utf8').on('data', (text: string) => asked.push({ method, url, ...given, text }));
      request.on('end', () => response.writeHead(204).end());
    });

    expect(await postTo(`${seller.url}/hook?token=%20a`)).toEqual({ status: 204, retryAt: undefined });
    expect(asked).toEqual([
      {
        method: 'POST',
        url: '/hook?token=%20a',
        host: `seller.example.com:${String(seller.port)}`,
        'user-agent': 'tollbook/0',
        accept: 'application/json, */*;q=0.5',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
        ...headers,
        text: body,
      },
    ]);
  });

  it('is asked over TLS with a certificate that holds', async () => {
    const seller = await httpsSeller((_request, response) => response.end(), certificates.valid);

    expect(await postTo(seller.url, { ca: certificates.valid }, { allowInsecure: false })).toMatchObject({
      status: 200,
    });
    expect(await postTo(seller.url)).toEqual({
      failure: 'the certificate is signed by itself (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
  });

  it('without TLS is not asked, unless that is allowed', async () => {
    const seller = await answering(200);

    expect(await postTo(seller.url, {}, { allowInsecure: false })).toEqual({
      failure: 'its URL is not https',
    });
    expect(seller.connections()).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('is not followed by a %i', async (status) => {
    const trap = await answering(200);
    const seller = await answering(status, { Location: trap.url });
    const same = await answering(status, { Location: '/elsewhere' });

    expect(await postTo(seller.url)).toMatchObject({ status });
    expect(await postTo(same.url)).toMatchObject({ status });
    expect([seller, same, trap].map(({ connections }) => connections())).toEqual([1, 1, 0]);
  });

  it.each([
    [429, '60', new Date(now + 60_000)],
    [503, 'Sat, 31 Jan 2026 01:00:00 GMT', new Date(now + 3_600_000)],
    [503, '999999999', new Date(now + 86_400_000)],
    [503, 'soon', undefined],
    [500, '60', undefined],
  ])('with %i may say when to come again: %s', async (status, retryAfter, retryAt) => {
    const seller = await answering(status, { 'Retry-After': retryAfter });

    expect(await postTo(seller.url)).toEqual({ status, retryAt });
  });

  it('that does not answer in time has failed', async () => {
    const seller = await httpSeller(() => undefined);

    expect(await postTo(seller.url, {}, { deadlineMs: 200 })).toEqual({
      failure: 'time ran out: the header of the answer did not come to its end',
    });
    await expect.poll(seller.open).toBe(0);
  });

  it('that answers without end is read no further than 4 KiB', async () => {
    const seller = await rawSeller((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const write = (): void => {
        while (socket.writable && socket.write('a'.repeat(1024)));
      };
      socket.on('drain', write);
      write();
    });

    expect(await postTo(seller.url)).toMatchObject({ status: 200 });
    await expect.poll(seller.open).toBe(0);
  });
});

describe('an address', () => {
  it.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['10.0.0.1']])(
    'that is private is not asked: %s',
    async (address) => {
      const seller = await answering(200);
      const reach = { resolve: () => Promise.resolve(['1.1.1.1', address]) };
      const answer = await postTo(seller.url, { allowPrivate: false, reach });

      expect(answer).toEqual({
        failure: `seller.example.com resolves to ${address}, which is not a public address`,
      });
      expect(seller.connections()).toBe(0);
    },
  );

  it('is that which was checked, whatever the name resolves to later', async () => {
    const seller = await httpSeller((_request, response) => response.end(), { address: '127.0.0.2' });
    const trap = await httpSeller((_request, response) => response.end(), {
      address: '127.0.0.1',
      port: seller.port,
    });
    const resolved: string[] = [];
    const reach = {
      mayConnect: (address: string) => address === '127.0.0.2',
      resolve: () => {
        resolved.push(resolved.length === 0 ? '127.0.0.2' : '127.0.0.1');
        return Promise.resolve(resolved.slice(-1));
      },
    };
    const own = targets({ allowPrivate: false, reach });

    expect(await own.post({ url: seller.url, headers, body }, forever)).toMatchObject({ status: 200 });
    expect(await own.post({ url: seller.url, headers, body }, forever)).toEqual({
      failure: 'seller.example.com resolves to 127.0.0.1, which is not a public address',
    });
    expect([seller.connections(), trap.connections()]).toEqual([1, 0]);
  });
});

it('rejects when it is aborted, or this machine is at fault', async () => {
  const seller = await httpSeller(() => undefined);
  const controller = new AbortController();
  const posted = targets().post({ url: seller.url, headers, body }, controller.signal);
  await expect.poll(seller.open).toBe(1);
  controller.abort();

  await expect(posted).rejects.toThrow('aborted');
  const reach = { resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })) };
  await expect(postTo(seller.url, { reach })).rejects.toThrow(CannotAsk);
});
