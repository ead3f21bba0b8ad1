import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clients } from '../../../src/http/clients.ts';
import { trusting } from '../../fixtures/clients.ts';

type Headers = Readonly<Record<string, string>>;

const proxy = '10.0.0.1';
const behind = trusting('10.0.0.0/8', '2001:db8:ffff::/48');

const from = (remoteAddress: string | undefined, headers: Headers = {}) => ({
  socket: { remoteAddress },
  headers,
});

const list = (entries: string): string => behind.of(from(proxy, { 'x-forwarded-for': entries }));
const forwarded = (elements: string): string => behind.of(from(proxy, { forwarded: elements }));

describe('a client without a proxy', () => {
  const clients = new Clients();

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '32.1.13.184.0.0.0.0'],
    ['2001:db8::2', '32.1.13.184.0.0.0.0'],
    ['2001:db8:0:1::1', '32.1.13.184.0.0.0.1'],
    ['fe80::1%eth0', '254.128.0.0.0.0.0.0'],
    [undefined, 'unknown'],
  ])('at %s is %s', (address, client) => {
    expect(clients.of(from(address))).toBe(client);
  });

  it.each([
    { 'x-forwarded-for': '198.51.100.7' },
    { forwarded: 'for=198.51.100.7' },
    { 'x-real-ip': '198.51.100.7' },
  ])('is believed nothing: %j', (headers) => {
    expect(clients.of(from('192.0.2.1', headers))).toBe('192.0.2.1');
    expect(behind.of(from('192.0.2.1', headers))).toBe('192.0.2.1');
  });
});

describe('a client behind a trusted proxy', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:443', '192.0.2.1'],
    ['2001:db8::1', '32.1.13.184.0.0.0.0'],
    ['[2001:db8::1]:443', '32.1.13.184.0.0.0.0'],
    [' 192.0.2.1 , 10.2.3.4 ', '192.0.2.1'],
    ['192.0.2.1, 2001:db8:ffff::1, 10.2.3.4', '192.0.2.1'],
    ['10.9.9.9, 10.2.3.4', '10.9.9.9'],
  ])('is the last address that is no proxy: X-Forwarded-For: %s', (entries, client) => {
    expect(list(entries)).toBe(client);
  });

  it.each([
    ['for=192.0.2.1', '192.0.2.1'],
    ['For="192.0.2.1:443";proto=https', '192.0.2.1'],
    ['for="[2001:db8::1]:443"', '32.1.13.184.0.0.0.0'],
    ['by=10.0.0.1;for=192.0.2.1, for=10.2.3.4', '192.0.2.1'],
    ['for=192.0.2.1;host="a, for=198.51.100.7"', '192.0.2.1'],
    [String.raw`for=192.0.2.1;host="\", for=198.51.100.7"`, '192.0.2.1'],
  ])('is the last address that is no proxy: Forwarded: %s', (elements, client) => {
    expect(forwarded(elements)).toBe(client);
  });

  it('cannot lie on the left of what the proxy adds', () => {
    expect(list('198.51.100.7, 192.0.2.1')).toBe('192.0.2.1');
    expect(list('10.2.3.4, 198.51.100.7, 192.0.2.1')).toBe('192.0.2.1');
    expect(list('rubbish, 192.0.2.1')).toBe('192.0.2.1');
    expect(forwarded('for=198.51.100.7, for=192.0.2.1')).toBe('192.0.2.1');
    expect(forwarded('rubbish, for=192.0.2.1')).toBe('192.0.2.1');
  });

  it.each([
    '',
    ',',
    'unknown',
    '_hidden',
    'example.com',
    '192.0.2.256',
    '010.0.0.1',
    '198.51.100.7 192.0.2.1',
    '[::1',
    '1',
  ])('counts as the proxy where the entry is no address: %j', (entry) => {
    expect(list(`198.51.100.7, ${entry}`)).toBe(proxy);
  });

  it('counts as the last proxy before an entry that is no address', () => {
    expect(list('198.51.100.7, unknown, 10.2.3.4')).toBe('10.2.3.4');
    expect(forwarded('for=198.51.100.7, for=unknown, for=10.2.3.4')).toBe('10.2.3.4');
  });

  it.each([
    'for=unknown',
    'for=_hidden',
    'for',
    'for=',
    '=192.0.2.1',
    'for=192.0.2.1;for=198.51.100.7',
    'for=2001:db8::1',
    'for=192.0.2.1;host=a b',
    'for="192.0.2.1',
    'for="x, for=192.0.2.1',
    'proto=https',
  ])('counts as the proxy where Forwarded is malformed or names nobody: %s', (element) => {
    expect(forwarded(element)).toBe(proxy);
  });

  it('counts as the proxy where the two headers disagree, since a client wrote one of them', () => {
    const both = (header: string, other: string): string =>
      behind.of(from(proxy, { 'x-forwarded-for': header, forwarded: other }));

    expect(both('192.0.2.1', 'for=192.0.2.1')).toBe('192.0.2.1');
    expect(both('192.0.2.1', 'for=198.51.100.7')).toBe(proxy);
  });

  it('counts as the proxy where there is no header', () => {
    expect(behind.of(from(proxy))).toBe(proxy);
  });

  it('cannot choose how it is counted, whatever it sends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (lie) => {
        expect(list(`${lie}, 192.0.2.1`)).toBe('192.0.2.1');
        expect(['192.0.2.1', proxy]).toContain(forwarded(`${lie}, for=192.0.2.1`));
      }),
    );
  });

  it('is distinguished quickly, however long the header is', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `192.0.2.${String(i % 250)}`);

    expect(list(many.join(','))).toBe('192.0.2.249');
    expect(forwarded(many.map((address) => `for="${address}`).join(','))).toBe(proxy);
  });
});

describe('the id of a request', () => {
  const trace = 'a'.repeat(32);
  const given = (headers: Headers): string => behind.requestIdOf(from(proxy, headers));

  it.each(['abc', 'A-1_b.2', 'a'.repeat(64)])('is the one in X-Request-Id: %s', (id) => {
    expect(given({ 'x-request-id': id, traceparent: `00-${trace}-${'b'.repeat(16)}-01` })).toBe(id);
  });

  it.each([`00-${trace}-${'b'.repeat(16)}-01`, `cc-${trace}-${'b'.repeat(16)}-01-more`])(
    'is the trace where there is no other: %s',
    (traceparent) => {
      expect(given({ traceparent })).toBe(trace);
    },
  );

  it.each([
    ...['', 'a b', 'a'.repeat(65), '<script>', 'a"b', 'é', 'one, two'].map((id) => ({ 'x-request-id': id })),
    ...[
      '',
      trace,
      `00-${trace}-${'b'.repeat(16)}`,
      `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `ff-${trace}-${'b'.repeat(16)}-01`,
      `00-${trace}-${'b'.repeat(16)}-01-more`,
      `00-${trace.toUpperCase()}-${'b'.repeat(16)}-01`,
    ].map((traceparent) => ({ traceparent })),
  ])('is our own for %j', (headers) => {
    expect(given(headers)).toMatch(/^[\da-f]{8}-[\da-z]+$/);
  });

  it('is the trace of no client that is no trusted proxy, since it would mix up the traces of others', () => {
    const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-01` };

    expect(behind.requestIdOf(from('192.0.2.1', headers))).not.toBe(trace);
    expect(new Clients().requestIdOf(from(proxy, headers))).not.toBe(trace);
    expect(behind.requestIdOf(from('192.0.2.1', { ...headers, 'x-request-id': 'abc' }))).toBe('abc');
  });
});
