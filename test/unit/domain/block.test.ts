import { describe, expect, it } from 'vitest';
import { blockSubject, domainsOf } from '../../../src/domain/block.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('blockSubject', () => {
  it.each([
    ['acme', 'owner', 'acme'],
    ['github:9919', 'owner', 'github:9919'],
    ['oidc:git.example.com:7', 'owner', 'oidc:git.example.com:7'],
    [`wallet:${address.toLowerCase()}`, 'owner', `wallet:${address}`],
    [`wallet:eip155:8453:${address.toLowerCase()}`, 'owner', `wallet:eip155:8453:${address}`],
    ['example.com', 'host', 'example.com'],
    ['API.Example.COM.', 'host', 'api.example.com'],
    ['bücher.example', 'host', 'xn--bcher-kva.example'],
    ['192.0.2.1', 'host', '192.0.2.1'],
    ['[2001:DB8::1]', 'host', '[2001:db8::1]'],
  ])('reads %s as the %s %s', (text, kind, subject) => {
    expect(blockSubject(text)).toEqual({ kind, subject });
  });

  it('reads a name with a dot as an owner, and one without as a host, only when asked to', () => {
    expect(blockSubject('acme.team', 'owner')).toEqual({ kind: 'owner', subject: 'acme.team' });
    expect(blockSubject('localhost', 'host')).toEqual({ kind: 'host', subject: 'localhost' });
  });

  it.each(['', ' ', 'a b', 'https://example.com', 'example.com/a', 'example.com:8080', 'u@example.com', '?'])(
    'refuses %j',
    (text) => {
      expect(blockSubject(text)).toBeUndefined();
    },
  );

  it('refuses a host where an owner is asked for', () => {
    expect(blockSubject('bücher.example', 'owner')).toBeUndefined();
  });
});

describe('domainsOf', () => {
  it('names a host and every domain that it belongs to', () => {
    expect(domainsOf('a.b.Example.')).toEqual(['a.b.example', 'b.example', 'example']);
  });
});
