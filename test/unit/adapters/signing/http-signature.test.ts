import { describe, expect, it } from 'vitest';
import {
  directoryType,
  type HttpSigner,
  keyDirectory,
  requestSignature,
} from '../../../../src/adapters/signing/http-signature.ts';
import { aHttpSigner } from '../../../fixtures/http-signer.ts';
import { type Jwk, verifiedParameters } from '../../../support/verify-http-signature.ts';

const now = new Date('2026-01-31T12:00:00.500Z');
const created = Math.floor(now.getTime() / 1000);
const signer = aHttpSigner();
const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const keysOf = (given: HttpSigner): readonly Jwk[] =>
  (JSON.parse(keyDirectory(given).body) as { keys: Jwk[] }).keys;
const signedFor = (url: string): Record<string, string> => lower(requestSignature(new URL(url), signer, now));

describe('a signed request', () => {
  it('is verified by the published keys, and says for how long', () => {
    const headers = signedFor('https://api.example.com/rain?q=1');
    const parameters = verifiedParameters({ authority: 'api.example.com', headers }, keysOf(signer));

    expect(headers['signature-agent']).toBe('"https://catalog.example.com"');
    expect(parameters).toMatchObject({
      tag: 'web-bot-auth',
      alg: 'ed25519',
      created: String(created),
      expires: String(created + 300),
    });
  });

  it('names a port that is not the default one', () => {
    const headers = signedFor('https://api.example.com:8443/');

    expect(() =>
      verifiedParameters({ authority: 'api.example.com:8443', headers }, keysOf(signer)),
    ).not.toThrow();
  });

  it('holds for no other host, agent or key', () => {
    const headers = signedFor('https://api.example.com/');
    const message = { authority: 'api.example.com', headers };
    const posing = { ...headers, 'signature-agent': '"https://other.example.com"' };
    const read =
      (changes: object, keys = keysOf(signer)) =>
      () =>
        verifiedParameters({ ...message, ...changes }, keys);

    expect(read({})).not.toThrow();
    expect(read({ authority: 'other.example.com' })).toThrow('does not hold');
    expect(read({ headers: posing })).toThrow('does not hold');
    expect(read({}, keysOf(aHttpSigner()))).toThrow('names no published key');
  });

  it('is signed again each time', () => {
    const [first, second] = [signedFor('https://a.example.com'), signedFor('https://a.example.com')];

    expect(first['signature']).not.toBe(second['signature']);
  });
});

describe('the directory of keys', () => {
  it('is signed for those who ask the origin, by the key that it publishes', () => {
    const { body, headers } = keyDirectory(signer, now);
    const { keys } = JSON.parse(body) as { keys: (Jwk & { kid: string })[] };
    const message = { authority: 'catalog.example.com', headers: lower(headers) };
    const parameters = verifiedParameters(message, keys);

    expect(headers['Content-Type']).toBe(directoryType);
    expect(parameters).toMatchObject({ tag: 'http-message-signatures-directory', keyid: keys[0]?.kid });
    expect(body).not.toContain('"d"');
  });
});
