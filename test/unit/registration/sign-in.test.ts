import { Siwe } from 'ox';
import { describe, expect, it } from 'vitest';
import type { Signer } from '../../../src/domain/signer.ts';
import {
  makeChallenge,
  nonceOf,
  readMessage,
  signInCodes,
  signInProblem,
} from '../../../src/registration/sign-in.ts';

const site = 'https://catalog.example.com';
const now = new Date('2026-02-03T04:05:06.789Z');
const evm = {
  family: 'eip155',
  chain: '8453',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const satisfies Signer;
const solana: Signer = {
  family: 'solana',
  chain: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
};

describe('a challenge', () => {
  it('is a message of EIP-4361, which ox reads', () => {
    const { message, nonce, expiresAt } = makeChallenge(evm, site, now);
    const { statement = '' } = Siwe.parseMessage(message);

    expect(message.split('\n')).toEqual([
      'catalog.example.com wants you to sign in with your Ethereum account:',
      evm.address,
      '',
      statement,
      '',
      `URI: ${site}`,
      'Version: 1',
      'Chain ID: 8453',
      `Nonce: ${nonce}`,
      `Issued At: ${now.toISOString()}`,
      `Expiration Time: ${expiresAt.toISOString()}`,
    ]);
    expect(
      Siwe.validateMessage({
        message: Siwe.parseMessage(message),
        address: evm.address,
        domain: 'catalog.example.com',
        nonce,
        time: now,
      }),
    ).toBe(true);
  });

  it('says what it is worth, in characters that EIP-4361 allows', () => {
    expect(Siwe.parseMessage(makeChallenge(evm, site, now).message).statement).toMatch(
      /^[A-Za-z0-9 \-._~:/?#[\]@!$&'()*+,;=]+$/,
    );
  });

  it('differs on Solana only in the names of account and chain', () => {
    const { message, nonce } = makeChallenge(solana, site, now);
    const twin = makeChallenge(evm, site, now);

    expect(message).toBe(
      twin.message
        .replace('Ethereum', 'Solana')
        .replace(evm.address, solana.address)
        .replace('Chain ID: 8453', `Chain ID: ${solana.chain}`)
        .replace(twin.nonce, nonce),
    );
  });

  it('has a nonce of 128 bits that never repeats, and ends after 5 minutes', () => {
    const all = Array.from({ length: 1000 }, () => makeChallenge(evm, site, now));

    expect(all.every(({ nonce }) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true);
    expect(new Set(all.map(({ nonce }) => nonce)).size).toBe(1000);
    expect(all[0]?.expiresAt).toEqual(new Date(now.getTime() + 300_000));
  });

  it.each([
    ['http://127.0.0.1:4321', '127.0.0.1:4321'],
    ['http://[::1]:4321', '[::1]:4321'],
    ['http://catalog', 'catalog'],
    ['https://example.com/catalog', 'example.com'],
  ])('can be made for %s', (siteUrl, host) => {
    const { message } = makeChallenge(evm, siteUrl, now);

    expect(message.startsWith(`${host} wants you to sign in`)).toBe(true);
    expect(message).toContain(`\nURI: ${siteUrl}\n`);
  });
});

describe('an answer to a challenge', () => {
  const challenge = makeChallenge(evm, site, now);
  const { message, nonce } = challenge;
  const read = (text: string, at = now, open: typeof challenge | undefined = challenge): unknown => {
    const answer = readMessage(text, open, site, at);
    return 'problem' in answer ? answer.problem.code : answer.signer;
  };

  it('names who signs in', () => {
    expect(nonceOf(message)).toBe(nonce);
    expect(read(message)).toEqual(evm);
  });

  it('counts until the challenge expires, by the clock of the server', () => {
    expect(read(message, new Date(challenge.expiresAt.getTime() - 1))).toEqual(evm);
    expect(read(message, challenge.expiresAt)).toBe('challenge_expired');
  });

  it.each<readonly [what: string, edited: string, code: string]>([
    ['no message', '', 'message_malformed'],
    ['prose', `I am me. Nonce: ${nonce}`, 'message_malformed'],
    ['another host', message.replace('catalog.example.com', 'evil.example.com'), 'message_of_other_host'],
    ['a longer host', message.replace('catalog.', 'catalog.example.com.'), 'message_of_other_host'],
    ['a host that looks alike', message.replace('catalog', 'cat\u0430log'), 'message_of_other_host'],
    ['a host in capitals', message.replace('catalog', 'CATALOG'), 'message_of_other_host'],
    ['a scheme', `https://${message}`, 'message_changed'],
    ['another address', message.replace(evm.address, evm.address.toLowerCase()), 'message_changed'],
    ['another chain', message.replace('Chain ID: 8453', 'Chain ID: 1'), 'message_changed'],
    ['another time', message.replace('2026', '2027'), 'message_changed'],
    ['another URI', message.replace(`URI: ${site}`, 'URI: https://evil.example.com'), 'message_changed'],
    ['a resource', `${message}\nResources:\n- urn:x`, 'message_changed'],
    ['CRLF', message.replaceAll('\n', '\r\n'), 'message_changed'],
    ['a final line break', `${message}\n`, 'message_changed'],
    ['a final space', `${message} `, 'message_changed'],
    ['a second nonce', `${message}\nNonce: ${'0'.repeat(32)}`, 'message_changed'],
    ['an invisible character', message.replace('Get a key', 'Get a\u200b key'), 'message_changed'],
    ['compatibility characters', message.replace('Get a key', 'Get a ｋey'), 'message_changed'],
    ['a byte order mark', `\ufeff${message}`, 'message_malformed'],
    ['a null byte', `${message}\0`, 'message_changed'],
  ])('is refused with %s', (_what, edited, code) => {
    expect(read(edited)).toBe(code);
  });

  it('is refused when no challenge with its nonce is open', () => {
    const other = readMessage(message, undefined, site, now);

    expect(other).toMatchObject({ problem: { pointer: '/message', code: 'challenge_unknown' } });
  });

  it('finds no nonce where none was given by this catalog', () => {
    const wrong = [
      `Nonce: ${nonce}0`,
      `nonce: ${nonce}`,
      ` Nonce: ${nonce}`,
      `Nonce: ${nonce.toUpperCase()}G`,
    ];

    expect(wrong.map(nonceOf)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

it('has for each code a sentence with the value, the rule and the cure', async () => {
  const facts = { value: 'given', expected: 'expected', family: 'solana' } as const;
  const texts = signInCodes.map((code) => `${code}: ${signInProblem(code, ['field'], facts).detail}\n`);

  await expect(texts.join('')).toMatchFileSnapshot('../../fixtures/texts/sign-in-problems.txt');
});
