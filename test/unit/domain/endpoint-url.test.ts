import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hostOf,
  isPublicHost,
  maxEndpointLength,
  parseEndpoint,
  parseHost,
} from '../../../src/domain/endpoint-url.ts';
import { endpointOf } from '../../../src/domain/endpoint-text.ts';
import { endpointTag } from '../../../src/domain/service-id.ts';
import { privateHosts } from '../../fixtures/private-hosts.ts';

const strict = { allowInsecure: false };
const insecure = { allowInsecure: true };

function faultsOf(text: string, policy = strict): readonly string[] {
  const parsed = parseEndpoint(text, policy);
  return 'faults' in parsed ? parsed.faults : [];
}

describe('the canonical form of an endpoint', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['https://api.example.com/v1///', 'https://api.example.com/v1'],
    ['HTTPS://API.Example.COM/V1', 'https://api.example.com/V1'],
    ['https://api.example.com:443/v1', 'https://api.example.com/v1'],
    ['https://api.example.com:0443/v1', 'https://api.example.com/v1'],
    ['https://api.example.com:/v1', 'https://api.example.com/v1'],
    ['https://api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
    ['https://api.example.com/a/../b/./c', 'https://api.example.com/b/c'],
    ['https://api.example.com/a/%2e%2E/b', 'https://api.example.com/b'],
    ['https://api.example.com/..', 'https://api.example.com'],
    ['https://api.example.com/a//b', 'https://api.example.com/a//b'],
    ['https://api.example.com/caf%C3%A9', 'https://api.example.com/caf%C3%A9'],
    ['https://api.example.com/café', 'https://api.example.com/caf%C3%A9'],
    ['https://api.example.com/a@b:c', 'https://api.example.com/a@b:c'],
    ['https://%61pi.example.com', 'https://api.example.com'],
    ['https://bücher.example.com', 'https://xn--bcher-kva.example.com'],
    ['https://BÜCHER.example.com', 'https://xn--bcher-kva.example.com'],
    ['https://xn--bcher-kva.example.com', 'https://xn--bcher-kva.example.com'],
    ['https://ａｐｉ.example.com', 'https://api.example.com'],
    ['https://api。example。com', 'https://api.example.com'],
    ['https://аррӏе.example.com', 'https://xn--80ak6aa92e.example.com'],
    ['https://faß.example.com', 'https://xn--fa-hia.example.com'],
    ['https://例え.example.com', 'https://xn--r8jz45g.example.com'],
    ['https://_x402.example.com', 'https://_x402.example.com'],
    ['https://1.1.1.1/dns', 'https://1.1.1.1/dns'],
    ['https://[2606:4700:0000::1111]/dns', 'https://[2606:4700::1111]/dns'],
    ['https://api.example.com/%78', 'https://api.example.com/x'],
    ['https://api.example.com/%41%7a%30%2D%2e%5F%7e', 'https://api.example.com/Az0-._~'],
    ['https://api.example.com/%2578', 'https://api.example.com/%2578'],
    ['https://api.example.com/%2f%3a%40%21', 'https://api.example.com/%2F%3A%40%21'],
    ['https://api.example.com/%76%31/%2E', 'https://api.example.com/v1'],
    ['https://[::ffff:8.8.8.8]/dns', 'https://8.8.8.8/dns'],
    ['https://[0:0:0:0:0:FFFF:0808:0808]:8443', 'https://8.8.8.8:8443'],
    ['https://[::ffff:8.0.0.1]', 'https://8.0.0.1'],
    ['https://0x08080808/', 'https://8.8.8.8'],
    ['https://8.8.8.8./', 'https://8.8.8.8'],
  ])('of %s is %s', (text, endpoint) => {
    expect(parseEndpoint(text, strict)).toEqual({ endpoint });
  });

  it('drops the default port of http too, when http is permitted', () => {
    expect(parseEndpoint('http://LOCALHOST:80/v1/', insecure)).toEqual({ endpoint: 'http://localhost/v1' });
    expect(parseEndpoint('http://localhost:443', insecure)).toEqual({ endpoint: 'http://localhost:443' });
  });

  it.each([
    ['http://localhost./v1', 'http://localhost/v1'],
    ['http://localhost..', 'http://localhost'],
    ['http://[::ffff:127.0.0.1]:8402', 'http://127.0.0.1:8402'],
    ['http://[::1]/v1', 'http://[::1]/v1'],
  ])('of %s is %s, when private hosts are permitted', (text, endpoint) => {
    expect(parseEndpoint(text, insecure)).toEqual({ endpoint });
  });

  it('is the same for all spellings that are equal by RFC 3986', () => {
    const unreserved = fc.constantFrom('a', 'z', 'A', 'Z', '0', '9', '-', '_', '~');
    const others = fc.constantFrom('%2F', '%25', '%C3%A9', '%21', '@', ':', ';', '/');
    const part = fc.oneof({ weight: 3, arbitrary: unreserved }, others);
    const spelling = fc.tuple(part, fc.boolean(), fc.boolean()).map(([plain, isEscaped, isLower]) => {
      const isOne = plain.length === 1 && !'@:;/'.includes(plain);
      const written = isOne && isEscaped ? `%${plain.charCodeAt(0).toString(16).toUpperCase()}` : plain;
      const isEscape = written.startsWith('%') && isLower;
      return { plain, written: isEscape ? written.toLowerCase() : written };
    });

    fc.assert(
      fc.property(
        fc.array(spelling, { maxLength: 20 }),
        fc.constantFrom('', ':443'),
        fc.constantFrom(strict, insecure),
        (path, port, policy) => {
          const plain = parseEndpoint(
            `https://api.example.com/a${path.map((p) => p.plain).join('')}`,
            policy,
          );
          const written = `HTTPS://API.%65xample.com${port}/./%61${path.map((p) => p.written).join('')}`;
          expect(parseEndpoint(written, policy)).toEqual(plain);
          if ('endpoint' in plain) expect(parseEndpoint(plain.endpoint, policy)).toEqual(plain);
        },
      ),
    );
  });

  it('is the same for all spellings of an IP address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const plain = parseEndpoint(`http://${address}/v1`, insecure);
        expect(parseEndpoint(`http://[::ffff:${address}]/v1`, insecure)).toEqual(plain);
        expect(plain).toEqual({ endpoint: `http://${address}/v1` });
        expect(faultsOf(`https://[::ffff:${address}]`)).toEqual(faultsOf(`https://${address}`));
        for (const form of [`::${address}`, `64:ff9b::${address}`, `::ffff:0:${address}`]) {
          expect(faultsOf(`https://[${form}]`)).toEqual(['endpoint_not_public']);
        }
      }),
    );
  });

  it('is stable, so every spelling leads to the same id', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'B', '.', '%2e', '%2F', '%25', '%78', '/', '~', 'é', ';', '@', ':'),
      maxLength: 8,
    });
    const endpoints = fc
      .tuple(
        fc.constantFrom('https', 'HTTPS'),
        fc.domain(),
        fc.constantFrom('', ':443', ':8443'),
        fc.array(part, { maxLength: 4 }),
      )
      .map(([scheme, host, port, path]) => `${scheme}://${host}${port}/${path.join('/')}`);

    fc.assert(
      fc.property(endpoints, (text) => {
        const first = parseEndpoint(text, strict);
        if (!('endpoint' in first)) return;

        expect(parseEndpoint(first.endpoint, strict)).toEqual(first);
        for (const spelling of [`${text}/`, text.replace('https', 'HTTPS'), text.replace(/:443(?=\/)/, '')]) {
          const again = parseEndpoint(spelling, strict);
          expect('endpoint' in again && endpointTag(again.endpoint)).toBe(endpointTag(first.endpoint));
        }
      }),
    );
  });
});

describe('parseEndpoint', () => {
  it.each([
    ['', 'endpoint_not_url'],
    ['api.example.com', 'endpoint_not_url'],
    ['//api.example.com', 'endpoint_not_url'],
    ['/v1', 'endpoint_not_url'],
    ['https:', 'endpoint_not_url'],
    ['https://', 'endpoint_not_url'],
    ['https:///api.example.com', 'endpoint_not_url'],
    ['https:/api.example.com', 'endpoint_not_url'],
    ['https:api.example.com', 'endpoint_not_url'],
    ['https:\\\\api.example.com', 'endpoint_not_url'],
    ['https://api.example.com\\@evil.example.net', 'endpoint_not_url'],
    ['ftp://api.example.com', 'endpoint_not_url'],
    ['javascript:alert(1)', 'endpoint_not_url'],
    ['data:text/html,hello', 'endpoint_not_url'],
    ['file:///etc/passwd', 'endpoint_not_url'],
    ['wss://api.example.com', 'endpoint_not_url'],
    [' https://api.example.com', 'endpoint_not_url'],
    ['https://api.example.com ', 'endpoint_not_url'],
    ['https://api.example.com/a b', 'endpoint_not_url'],
    ['https://api.exam\nple.com', 'endpoint_not_url'],
    ['https://api.exam\tple.com', 'endpoint_not_url'],
    ['https://api.example.com/\u0000', 'endpoint_not_url'],
    ['https://api.example.com/\u202etxt', 'endpoint_not_url'],
    ['https://api.exam\u200bple.com', 'endpoint_not_url'],
    ['https://api.example.com/\ud800', 'endpoint_not_url'],
    ['https://api.example.com/<script>', 'endpoint_not_url'],
    ['https://api.example.com/{id}', 'endpoint_not_url'],
    ['https://api.example.com/%zz', 'endpoint_not_url'],
    ['https://api.example.com/%', 'endpoint_not_url'],
    ['https://api.example.com:port', 'endpoint_not_url'],
    ['https://api.example.com:65536', 'endpoint_not_url'],
    ['https://api.example.com:-1', 'endpoint_not_url'],
    ['https://xn--b\u00fccher.example.com', 'endpoint_not_url'],
    ['https://1.2.3.4.5', 'endpoint_not_url'],
    ['https://256.256.256.256', 'endpoint_not_url'],
    ['https://example.123', 'endpoint_not_url'],
    ['https://[::1', 'endpoint_not_url'],
    ['https://[fe80::1%25eth0]', 'endpoint_not_url'],
    ['http://api.example.com', 'endpoint_not_https'],
    ['https://user@api.example.com', 'endpoint_has_credentials'],
    ['https://user:secret@api.example.com', 'endpoint_has_credentials'],
    ['https://:secret@api.example.com', 'endpoint_has_credentials'],
    ['https://api.example.com@evil.example.net', 'endpoint_has_credentials'],
    ['https://api.example.com?key=1', 'endpoint_has_query'],
    ['https://api.example.com/v1?', 'endpoint_has_query'],
    ['https://api.example.com/#top', 'endpoint_has_fragment'],
    ['https://api.example.com/v1#', 'endpoint_has_fragment'],
    ['https://localhost', 'endpoint_not_public'],
    ['https://LOCALHOST.', 'endpoint_not_public'],
    ['https://api.localhost', 'endpoint_not_public'],
    ['https://printer.local', 'endpoint_not_public'],
    ['https://metadata.google.internal', 'endpoint_not_public'],
    ['https://api.example.invalid', 'endpoint_not_public'],
    ['https://abcdefghij.onion', 'endpoint_not_public'],
    ['https://router.home.arpa', 'endpoint_not_public'],
    ['https://intranet', 'endpoint_not_public'],
    ['https://intranet:8443/v1', 'endpoint_not_public'],
    ['https://api.example.com.', 'endpoint_not_public'],
    ['https://api..example.com', 'endpoint_not_public'],
    ['https://-api.example.com', 'endpoint_not_public'],
    ['https://api-.example.com', 'endpoint_not_public'],
    ['https://a!b.example.com', 'endpoint_not_public'],
    [`https://${'a'.repeat(64)}.example.com`, 'endpoint_not_public'],
    [`https://${'a.'.repeat(125)}example.com`, 'endpoint_not_public'],
  ])('refuses %j as %s', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  it('reports every fault at once', () => {
    expect(faultsOf('http://user:secret@localhost/v1?a=b#c')).toEqual([
      'endpoint_not_https',
      'endpoint_has_credentials',
      'endpoint_has_query',
      'endpoint_has_fragment',
      'endpoint_not_public',
    ]);
  });

  it('refuses an endpoint of more than 2048 characters, as written or in canonical form', () => {
    const ofLength = (length: number): string => 'https://api.example.com/'.padEnd(length, 'a');

    expect(faultsOf(ofLength(maxEndpointLength))).toEqual([]);
    expect(faultsOf(ofLength(maxEndpointLength + 1))).toEqual(['endpoint_too_long']);
    expect(faultsOf(`https://api.example.com/${'é'.repeat(1000)}`)).toEqual(['endpoint_too_long']);
  });
});

describe('an IP address as the host', () => {
  it.each(Object.entries(privateHosts).flatMap(([kind, hosts]) => hosts.map((host) => [kind, host])))(
    'is refused: %s, written %s',
    (_kind, host) => {
      expect(faultsOf(`https://${host}/v1`)).toEqual(['endpoint_not_public']);
    },
  );

  it.each([
    '1.1.1.1',
    '0x01010101',
    '9.255.255.255',
    '11.0.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '223.255.255.255',
    '[2606:4700::1111]',
    '[2a00::1]',
    '[::ffff:1.1.1.1]',
  ])('is accepted when it is public: %s', (host) => {
    expect(faultsOf(`https://${host}`)).toEqual([]);
  });

  it('gets the same verdict from isPublicHost', () => {
    expect(isPublicHost('api.example.com')).toBe(true);
    expect(isPublicHost('127.0.0.1')).toBe(false);
    expect(isPublicHost('[::1]')).toBe(false);
    expect(isPublicHost('')).toBe(false);
  });
});

describe('ALLOW_INSECURE_ENDPOINTS', () => {
  it.each(['http://localhost:3000', 'http://127.0.0.1:8402/x', 'https://intranet/v1', 'http://[::1]:1234'])(
    'lets %s through',
    (text) => {
      expect(faultsOf(text, insecure)).toEqual([]);
    },
  );

  it.each([
    ['http://user@localhost', 'endpoint_has_credentials'],
    ['http://localhost?a', 'endpoint_has_query'],
    ['http://localhost#a', 'endpoint_has_fragment'],
    ['localhost:3000', 'endpoint_not_url'],
    ['ftp://localhost', 'endpoint_not_url'],
  ])('still refuses %s: %s', (text, fault) => {
    expect(faultsOf(text, insecure)).toEqual([fault]);
  });
});

describe('the host of an endpoint', () => {
  it.each([
    ['https://api.example.com', 'api.example.com'],
    ['https://api.example.com:8443/v1', 'api.example.com'],
    ['http://127.0.0.1:80/a:b', '127.0.0.1'],
    ['https://[2606:4700::1111]:8443/v1', '[2606:4700::1111]'],
    ['https://xn--bcher-kva.example/v1', 'xn--bcher-kva.example'],
  ])('of %s is %s', (endpoint, host) => {
    expect(hostOf(endpoint)).toBe(host);
    expect(new URL(endpoint).hostname).toBe(host);
  });

  it.each([
    ['API.Example.com', 'api.example.com'],
    ['api.example.com.', 'api.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['127.1', '127.0.0.1'],
  ])('is read from %s as %s', (text, host) => {
    expect(parseHost(text)).toBe(host);
  });

  it.each([
    '',
    '.',
    'a b',
    'a/b',
    'a@b',
    'a:1',
    'a%2fb',
    'a\0b',
    '[::1]',
    'a?b',
    'a#b',
    'a\\b',
    '<b>',
    'a'.repeat(254),
  ])('is not read from %j', (text) => {
    expect(parseHost(text)).toBeUndefined();
  });

  it('is read from any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const host = parseHost(text);
        expect(host === undefined || parseHost(host) === host).toBe(true);
      }),
    );
  });
});

it.each([
  ['https://API.example.com:443/rain/?city=Bergen#now', 'https://api.example.com/rain'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['/rain', undefined],
  ['ftp://api.example.com/rain', undefined],
])('a request to %s goes to the endpoint %s', (url, endpoint) => {
  expect(endpointOf(url)).toBe(endpoint);
});
