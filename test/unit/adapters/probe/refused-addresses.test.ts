import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { HttpProbe } from '../../../../src/adapters/probe/http-probe.ts';
import { isPublicAddress } from '../../../../src/domain/public-address.ts';
import { privateHosts } from '../../../fixtures/private-hosts.ts';
import { httpSeller, type Seller } from '../../../support/seller.ts';

const settings = { userAgent: 'tollbook/0', allowPrivate: false };

/** Whether what runs is a probe of this test: the process may have connections of other tests, too. */
const probing = new AsyncLocalStorage<boolean>();
/** Connections that probes opened, including those to servers outside the test. */
let opened: number;
/** Servers on every address of this machine, all on one port. */
let traps: readonly Seller[];
let port: string;

beforeEach(async () => {
  const count = (): void => void (opened += probing.getStore() ? 1 : 0);
  opened = 0;
  subscribe('net.client.socket', count);
  onTestFinished(() => void unsubscribe('net.client.socket', count));

  const four = await httpSeller(trap, { address: '0.0.0.0' });
  traps = [four, await httpSeller(trap, { address: '::', port: four.port, ipv6Only: true })];
  port = String(four.port);
});

const trap = (_request: unknown, response: { end(text: string): void }): void => response.end('caught');

function probed(probe: HttpProbe, ...given: Parameters<HttpProbe['probe']>): ReturnType<HttpProbe['probe']> {
  return probing.run(true, () => probe.probe(...given));
}

function connections(): number {
  return traps.reduce((sum, { connections }) => sum + connections(), 0);
}

/** Names of hosts that are not public, and private addresses behind what looks like a name. */
const names = [
  'user@127.0.0.1',
  'api.example.com@127.0.0.1',
  'api.example.com:443@127.0.0.1',
  'api.example.com%40@[::1]',
  'api.example.com%2F@127.0.0.1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'ｌｏｃａｌｈｏｓｔ',
  'a.localhost',
  'localhost.localdomain',
  'intranet',
  'metadata.google.internal',
  'metadata.google.internal.',
  'printer.local',
  'router.home.arpa',
  'api.example.com.',
];

describe('a probe never connects to a private address', () => {
  it.each([...Object.values(privateHosts).flat(), ...names])('written as %s', async (host) => {
    const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1', '::1']);
    const probe = new HttpProbe({ ...settings, reach: { resolve } });

    for (const scheme of ['http', 'https']) {
      const { outcome } = await probed(probe, `${scheme}://${host}:${port}/v1`);
      expect(outcome).toMatchObject({ failure: 'address_refused' });
    }
    expect([connections(), opened]).toEqual([0, 0]);
  });

  it.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['192.168.1.1']],
    [['172.20.0.1']],
    [['100.64.0.1']],
    [['169.254.169.254']],
    [['168.63.129.16']],
    [['0.0.0.0']],
    [['::1']],
    [['::']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::1']],
    [['fd00:ec2::254']],
    [['fe80::1%eth0']],
    [['1.1.1.1', '127.0.0.1']],
    [['127.0.0.1', '1.1.1.1']],
    [['1.1.1.1', '2606:4700::1111', '::1']],
    [['2606:4700::1111%lo']],
    [['not an address']],
  ])('that a name resolves to: %j', async (addresses) => {
    const probe = new HttpProbe({ ...settings, reach: { resolve: () => Promise.resolve(addresses) } });
    const refused = addresses.find((address) => !isPublicAddress(address));

    expect((await probed(probe, `http://api.example.com:${port}`)).outcome).toEqual({
      failure: 'address_refused',
      detail: `api.example.com resolves to ${String(refused)}, which is not a public address`,
    });
    expect([connections(), opened]).toEqual([0, 0]);
  });

  it('that the operating system resolves by itself', async () => {
    const probe = new HttpProbe(settings);

    expect((await probed(probe, `http://localhost:${port}`)).outcome).toMatchObject({
      failure: 'address_refused',
    });
    expect([connections(), opened]).toEqual([0, 0]);
  });
});

describe('a probe of a permitted seller', () => {
  /** Stands in for a public address. All of 127/8 reaches this machine, and `mayConnect` refuses every other address. */
  const sellerAddress = '127.0.0.2';
  const mayConnect = (address: string): boolean => address === sellerAddress;

  async function sellerThat(
    redirectsTo: (port: string) => string,
  ): Promise<{ seller: Seller; trap: Seller; url: string }> {
    const seller = await httpSeller(
      (_request, response) => response.writeHead(307, { Location: redirectsTo(String(seller.port)) }).end(),
      { address: sellerAddress },
    );
    const trapped = await httpSeller(trap, { address: '127.0.0.1', port: seller.port });

    return { seller, trap: trapped, url: `http://seller.example.com:${String(seller.port)}/v1` };
  }

  it.each<[string, (own: string) => string]>([
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata service by IPv6', () => 'http://[fd00:ec2::254]/'],
    ['this machine', (own) => `http://127.0.0.1:${own}/`],
    ['this machine in hexadecimal', (own) => `http://0x7f000001:${own}/`],
    ['this machine by name', (own) => `http://localhost:${own}/`],
    ['this machine by IPv6', (own) => `http://[::1]:${own}/`],
    ['this machine, without a scheme', (own) => `//127.0.0.1:${own}/`],
    ['this machine, behind backslashes', (own) => `\\\\127.0.0.1:${own}\\`],
    ['this machine, behind a user name', (own) => `http://seller.example.com@127.0.0.1:${own}/`],
    ['another port', (own) => `http://seller.example.com:${String(Number(own) - 1)}/`],
    ['another scheme', (own) => `https://seller.example.com:${own}/`],
    ['another host', (own) => `http://other.example.com:${own}/`],
    ['the same host with a dot', (own) => `http://seller.example.com.:${own}/`],
    ['a file', () => 'file:///etc/passwd'],
    ['a gopher', (own) => `gopher://127.0.0.1:${own}/_GET`],
  ])('does not follow a redirect to %s', async (_what, to) => {
    const { seller, trap, url } = await sellerThat(to);
    const probe = new HttpProbe({
      ...settings,
      reach: { mayConnect, resolve: () => Promise.resolve([sellerAddress]) },
    });

    expect((await probed(probe, url, { method: 'GET' })).outcome).toMatchObject({
      failure: 'redirect_refused',
    });
    expect([seller.connections(), trap.connections(), connections(), opened]).toEqual([1, 0, 0, 1]);
  });

  it('connects to the address that was checked, whatever the name resolves to later', async () => {
    const { seller, trap, url } = await sellerThat(() => 'https://elsewhere.example.com');
    const resolved: string[] = [];
    const resolve = (): Promise<string[]> => {
      resolved.push(resolved.length === 0 ? sellerAddress : '127.0.0.1');
      return Promise.resolve(resolved.slice(-1));
    };

    await probed(new HttpProbe({ ...settings, reach: { mayConnect, resolve } }), url, { method: 'GET' });
    expect(resolved).toEqual([sellerAddress]);
    expect([seller.connections(), trap.connections()]).toEqual([1, 0]);
  });

  it.each([
    ['after a redirect', undefined],
    ['between GET and POST', 200],
  ])('refuses a name that has become private %s', async (_when, status) => {
    const seller = await httpSeller(
      (_request, response) => response.writeHead(status ?? 307, { Location: '/again' }).end(),
      { address: sellerAddress },
    );
    const trapped = await httpSeller(trap, { address: '127.0.0.1', port: seller.port });
    let asked = 0;
    const resolve = (): Promise<string[]> => Promise.resolve([asked++ === 0 ? sellerAddress : '127.0.0.1']);
    const probe = new HttpProbe({ ...settings, reach: { mayConnect, resolve } });

    const { outcome } = await probed(probe, seller.url);
    expect(outcome).toMatchObject(status === undefined ? { failure: 'address_refused' } : { status });
    expect(asked).toBe(2);
    expect([seller.connections(), trapped.connections(), opened]).toEqual([1, 0, 1]);
  });
});

it('PROBE_ALLOW_PRIVATE permits probing this machine', async () => {
  const probe = new HttpProbe({ ...settings, allowPrivate: true });

  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    expect((await probed(probe, `http://${host}:${port}`)).outcome).toMatchObject({ body: 'caught' });
  }
});
