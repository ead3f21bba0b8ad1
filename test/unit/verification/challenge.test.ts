import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { hiddenCharacter } from '../../../src/domain/plain-text.ts';
import type { ProbeAnswer } from '../../../src/domain/probe.ts';
import { readChallenge } from '../../../src/verification/challenge.ts';
import { priced } from '../../../src/verification/terms.ts';
import {
  a402,
  aDocument,
  aDocumentOfV1,
  anAnswer,
  anEntry,
  anEntryOfV1,
  base64,
  offered,
  wallet,
} from '../../fixtures/answers.ts';
import { expectLinear } from '../../support/growth.ts';

/** A challenge with the prices of known tokens, as a check reads it. */
function readPriced(answer: ProbeAnswer) {
  const challenge = readChallenge(answer);
  return 'terms' in challenge
    ? { ...challenge, terms: challenge.terms.map((each) => priced(each, knownAssets)) }
    : challenge;
}

/** A 402 of the version whose networks are written like this one. */
function naming(network: string, changes: Record<string, unknown>) {
  return network.includes(':')
    ? a402(aDocument(anEntry({ network, ...changes })))
    : anAnswer(402, JSON.stringify(aDocumentOfV1(anEntryOfV1({ network, ...changes }))));
}

describe('the terms of a 402', () => {
  it.each([
    ['of version 2 stand in the header', a402(aDocument(anEntry())), 2],
    ['of version 1 stand in the body', anAnswer(402, JSON.stringify(aDocumentOfV1(anEntryOfV1()))), 1],
    ['of version 1 may stand in the header too', a402(aDocumentOfV1(anEntryOfV1())), 1],
  ])('%s', (_, answer, x402Version) => {
    expect(readPriced(answer)).toMatchObject({ x402Version, terms: [offered] });
  });

  it.each(['0.01', '99', null])('of version 1 do not mind an amount as in version 2: %s', (amount) => {
    const document = aDocumentOfV1(anEntryOfV1({ amount }));

    expect(readPriced(anAnswer(402, JSON.stringify(document)))).toMatchObject({ terms: [offered] });
  });

  it.each([
    ['a sign-in', { ...aDocument(), extensions: { 'sign-in-with-x': {} } }, []],
    ['another rail', aDocument({ scheme: 'exact', network: 'stripe' }), [{ rail: 'card' }]],
  ])('of version 1 count beside a header that asks for %s', (_, document, rails) => {
    const challenge = readPriced(a402(document, JSON.stringify(aDocumentOfV1(anEntryOfV1()))));

    expect(challenge).toMatchObject({
      terms: [offered],
      rails,
      remarks: [{ code: 'header_and_body_disagree' }],
    });
  });

  it.each([
    ['6 decimals of USDC on Base', anEntry({ amount: '1' }), '0.000001'],
    [
      '18 decimals of USDC on BNB Smart Chain',
      anEntry({
        network: 'eip155:56',
        asset: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
        amount: '10000000000000000',
      }),
      '0.01',
    ],
    [
      '7 decimals of USDC on Stellar',
      anEntry({
        network: 'stellar:testnet',
        asset: 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA',
        payTo: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
        amount: '100000',
      }),
      '0.01',
    ],
    [
      '6 decimals of USDC on Solana',
      anEntry({
        network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
        amount: '2500',
      }),
      '0.0025',
    ],
  ])('have a price made with the %s', (_, entry, price) => {
    expect(readPriced(a402(aDocument(entry)))).toMatchObject({ terms: [{ price }] });
  });

  it('have no price where the token is not known', () => {
    const challenge = readPriced(a402(aDocument(anEntry({ asset: wallet }))));

    expect(challenge).toMatchObject({ terms: [{ asset: wallet, amount: '10000' }] });
    expect('terms' in challenge && challenge.terms[0]).not.toHaveProperty('price');
    expect('terms' in challenge && challenge.terms[0]).not.toHaveProperty('currency');
  });

  it('name the network by its CAIP-2 id, whatever the seller calls it', () => {
    const payTo = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4';
    const named = (network: string) => {
      const challenge = readPriced(naming(network, { payTo }));
      return 'terms' in challenge ? challenge.terms[0]?.network : undefined;
    };

    expect(named('solana')).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
    expect(named('solana:mainnet')).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
  });

  it('name the wallet that clients pay where its checksum is wrong, with a remark', () => {
    const mistyped = wallet.toUpperCase().replace('0X', '0x').replace('A', 'a');
    const challenge = readPriced(a402(aDocument(anEntry({ payTo: mistyped }))));

    expect(challenge).toMatchObject({
      terms: [{ payTo: wallet }],
      remarks: [{ code: 'wallet_checksum', detail: expect.stringContaining(`"${mistyped}"`) as string }],
    });
  });

  it('leave out entries that nobody can pay, and name each', () => {
    const broken = anEntry({ amount: '0.01' });
    const challenge = readPriced(
      a402(aDocument(broken, anEntry(), anEntry({ scheme: 'barter', payTo: '' }))),
    );

    expect(challenge).toMatchObject({
      terms: [offered],
      remarks: [
        {
          code: 'entry_unusable',
          detail: expect.stringContaining('accepts[0]: the amount "0.01"') as string,
        },
        {
          code: 'entry_unusable',
          detail: expect.stringContaining('accepts[2]: the scheme "barter"') as string,
        },
      ],
    });
  });

  it.each(['exact', 'upto', 'batch-settlement', 'permit2-exact'])('may be of the scheme %s', (scheme) => {
    expect(readPriced(a402(aDocument(anEntry({ scheme }))))).toMatchObject({ terms: [{ scheme }] });
  });
});

describe('a 402 that buyers’ clients cannot read', () => {
  it.each([
    [
      'a header of plain JSON',
      anAnswer(402, '{}', { 'payment-required': '{"x402Version":2}' }),
      /is plain JSON/,
    ],
    [
      'a header of base64url',
      anAnswer(402, '{}', {
        'payment-required': base64(aDocument(anEntry({ extra: { name: '???>>>' } })))
          .replaceAll('+', '-')
          .replaceAll('/', '_'),
      }),
      /base64url/,
    ],
    ['a header of nothing', anAnswer(402, '{}', { 'payment-required': '' }), /PAYMENT-REQUIRED header/],
    ['a header of base64 that is no JSON', anAnswer(402, '{}', { 'payment-required': 'AAAA' }), /no JSON/],
    ['a header of another thing', a402({ hello: 'world' }), /x402Version is missing/],
    ['a header of null', a402(null), /x402Version is missing/],
    ['no terms at all', anAnswer(402, '{}'), /x402Version is missing/],
    ['a page', anAnswer(402, '<!doctype html>'), /neither a PAYMENT-REQUIRED header nor a JSON body/],
    ['a body too large', { ...anAnswer(402, '{'), isCut: true }, /too large/],
    ['no way to pay', a402(aDocument()), /accepts is empty/],
    ['version 3', a402({ ...aDocument(anEntry()), x402Version: 3 }), /x402Version.*"3"/],
    [
      'a short name in version 2',
      a402(aDocument(anEntry({ network: 'base' }))),
      /accepts\[0\]: the network "base" is a name of version 1/,
    ],
    [
      'no wallet',
      a402(aDocument(anEntry({ payTo: '' }))),
      /accepts\[0\]: payTo is the string ""; write a text/,
    ],
    ['an amount in dollars', a402(aDocument(anEntry({ amount: '0.01' }))), /looks like dollars/],
    ['a negative amount', a402(aDocument(anEntry({ amount: '-1' }))), /no whole number/],
    ['an amount with an exponent', a402(aDocument(anEntry({ amount: '1e4' }))), /no whole number/],
    [
      'a number for an amount',
      a402(aDocument(anEntry({ amount: 10_000 }))),
      /accepts\[0\]: amount is the number "10000"; write a text/,
    ],
    ['a wallet of another chain', a402(aDocument(anEntry({ payTo: 'GA5Z' }))), /no wallet on Base/],
    [
      'an id of version 2 in version 1',
      anAnswer(402, JSON.stringify(aDocumentOfV1(anEntryOfV1({ network: 'eip155:8453' })))),
      /"eip155:8453" is an id of version 2; write one like "base"/,
    ],
    [
      'version 2 in the body alone',
      anAnswer(402, JSON.stringify(aDocument(anEntry()))),
      /stand in the body alone, where no client looks/,
    ],
    [
      'version 2 in a header of another name',
      anAnswer(402, '{}', { 'x-payment-required': base64(aDocument(anEntry())) }),
      /the header is named x-payment-required, write PAYMENT-REQUIRED/,
    ],
    ['no timeout', a402(aDocument(anEntry({ maxTimeoutSeconds: 0 }))), /maxTimeoutSeconds is the number "0"/],
    ['an entry that is no object', a402({ ...aDocument(), accepts: [7] }), /accepts\[0\]: it is no object/],
    ['an entry that is null', a402({ ...aDocument(), accepts: [anEntry(), null] }), /accepts\[1\] is null/],
  ])('has %s', (_, answer, fault) => {
    expect(readChallenge(answer)).toMatchObject({ fault: expect.stringMatching(fault) as string });
  });

  it('stays unreadable even with a valid body of version 2, because clients read the header alone', () => {
    const answer = anAnswer(402, JSON.stringify(aDocument(anEntry())), {
      'payment-required': '{"x402Version":2}',
    });

    expect(readChallenge(answer)).toHaveProperty('fault');
  });
});

describe('what a seller should look at', () => {
  const remarksOf = (answer: Parameters<typeof readChallenge>[0]): string[] => {
    const challenge = readChallenge(answer);
    return 'remarks' in challenge ? challenge.remarks.map(({ code }) => code) : [];
  };

  it.each([
    ['nothing, when all is well', a402(aDocument(anEntry())), []],
    [
      'nothing, when the body mirrors the header',
      a402(aDocument(anEntry()), JSON.stringify(aDocument(anEntry()))),
      [],
    ],
    [
      'a body that says something else than the header',
      a402(aDocument(anEntry()), JSON.stringify(aDocument(anEntry({ amount: '1' })))),
      ['header_and_body_disagree'],
    ],
    [
      'a header of an unusual name',
      anAnswer(402, JSON.stringify(aDocumentOfV1(anEntryOfV1())), { 'x-payment-required': 'e30=' }),
      ['header_name_unusual'],
    ],
  ])('is %s', (_, answer, codes) => {
    expect(remarksOf(answer)).toEqual(codes);
  });
});

describe('terms that pay to an address that nobody holds', () => {
  it('can be paid, with a remark for each such address', () => {
    const lost = { payTo: '0x000000000000000000000000000000000000dEaD' };
    const challenge = readChallenge(
      a402(aDocument(anEntry(lost), anEntry({ ...lost, amount: '1' }), anEntry())),
    );

    expect(challenge).toMatchObject({
      terms: [{}, {}, {}],
      remarks: [{ code: 'paid_to_nobody', detail: expect.stringContaining(lost.payTo) as unknown }],
    });
  });
});

describe('a 402 made to cost work', () => {
  const bodyOf = (accepts: string): string =>
    `{"x402Version":1,"resource":{"url":"x"},"accepts":[${accepts}]}`;
  const entries = (count: number, changes: Record<string, unknown> = {}): Record<string, unknown>[] =>
    Array.from({ length: count }, () => anEntry(changes));

  const documentOf = (changes: Record<string, unknown>, entry = anEntry()): string =>
    JSON.stringify({ ...aDocument(entry), ...changes });
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

  /** Each body has about so many bytes. */
  it.each<[string, (bytes: number) => string]>([
    ['entries that are empty', (bytes) => bodyOf(`${'{},'.repeat(bytes / 3)}{}`)],
    ['entries that are numbers', (bytes) => bodyOf(`${'1,'.repeat(bytes / 2)}1`)],
    ['tags', (bytes) => documentOf({ resource: { url: 'x', tags: Array(bytes / 4).fill('') } })],
    [
      'extensions',
      (bytes) =>
        documentOf({
          extensions: Object.fromEntries(Array.from({ length: bytes / 11 }, (_, i) => [`k${String(i)}`, 0])),
        }),
    ],
    ['levels', (bytes) => bodyOf('['.repeat(bytes))],
    ['levels that are closed', (bytes) => bodyOf('['.repeat(bytes / 2) + ']'.repeat(bytes / 2))],
    ['digits', (bytes) => `{"x402Version":${'9'.repeat(bytes)}}`],
    [
      'characters of an address in base58',
      (bytes) => documentOf({}, anEntry({ network: solana, payTo: 'z'.repeat(bytes) })),
    ],
  ])('takes a time that grows with it alone, and little memory, despite many %s', (_, bodyWith) => {
    const read = (body: string): unknown => readChallenge(anAnswer(402, body));
    const size = 264_000;

    expectLinear(read, bodyWith, size);
    expect(JSON.stringify(read(bodyWith(size))).length).toBeLessThan(2_000);
  });

  it('is read up to 64 entries, with a remark', () => {
    const challenge = readChallenge(
      a402(aDocument(...entries(63), anEntry({ amount: '7' }), ...entries(10))),
    );

    expect('terms' in challenge && challenge.terms).toHaveLength(64);
    expect('terms' in challenge && challenge.terms.at(-1)).toMatchObject({ amount: '7' });
    expect('remarks' in challenge && challenge.remarks).toEqual([
      {
        code: 'entry_unusable',
        detail: 'accepts has 74 entries; only the first 64 are read, so send no more',
      },
    ]);
  });

  it('names the first dozen unusable entries, and counts the others', () => {
    const challenge = readChallenge(a402(aDocument(anEntry(), ...entries(30, { payTo: '0x' }))));
    const remarks = 'remarks' in challenge ? challenge.remarks : [];

    expect(remarks).toHaveLength(13);
    expect(remarks.at(-1)?.detail).toBe('and 18 more entries of accepts');
  });

  it('names three entries if all are unusable, and counts the others', () => {
    const challenge = readChallenge(a402(aDocument(...entries(60, { payTo: 'x'.repeat(900) }))));

    expect('fault' in challenge && challenge.fault.length).toBeLessThan(600);
    expect(challenge).toMatchObject({
      fault: expect.stringMatching(/accepts\[2\]: payTo .*; and 57 more entries of accepts$/) as string,
    });
  });
});

describe('an entry that is not stored', () => {
  const faultOf = (network: string, changes: Record<string, unknown> = {}): string => {
    const challenge = readChallenge(naming(network, changes));
    if ('unread' in challenge) return challenge.unread;
    return 'fault' in challenge ? challenge.fault : 'none';
  };

  it.each([
    'constructor-'.repeat(3),
    'eip155:01',
    'eip155:',
    'EIP155:8453',
    'Base',
    'base\u001b[31m',
    'base\u202e',
    'a b',
    'x'.repeat(33),
    `eip155:${'1'.repeat(33)}`,
    `cosmos:${'x'.repeat(33)}`,
    'constructor',
    'no-such-chain',
    'base-mainnet',
    '8453',
  ])('names the network %j', (network) => {
    expect(faultOf(network)).toMatch(
      network.includes(':')
        ? /accepts\[0\]: the network ".*" is neither a short name nor/
        : /accepts\[0\]: no client of version 1 knows the network ".*"; write one like "base"/,
    );
    expect(hiddenCharacter(faultOf(network))).toBeUndefined();
  });

  it.each([
    ['eip155:8453', 'payTo', `${wallet}\u202e`],
    ['hedera:mainnet', 'payTo', `0.0.${'1'.repeat(1_000)}`],
    ['eip155:8453', 'asset', 'US\u202eDC'],
    ['eip155:8453', 'asset', 'x'.repeat(129)],
    ['eip155:8453', 'asset', 'USDC'],
  ])('pays on %s with the %s %j', (network, member, value) => {
    const fault = faultOf(network, { [member]: value });

    expect(fault).toMatch(member === 'asset' ? /the asset ".*" is no token/ : /payTo ".*" is no wallet/);
    expect(hiddenCharacter(fault)).toBeUndefined();
    expect(fault.length).toBeLessThan(300);
  });
});
