import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConstraints } from '../../../../src/search/intent/read-constraints.ts';
import { toEnglish } from '../../../../src/search/languages/to-english.ts';
import { aVocabulary } from '../../../fixtures/vocabulary.ts';
import { caseCount } from '../../../support/cases.ts';

const vocabulary = aVocabulary();
const read = (sentence: string) => readConstraints(toEnglish(sentence, vocabulary).english, vocabulary).found;

describe('a price ceiling', () => {
  it.each([
    ['OCR under half a cent per page', '0.005', true],
    ['postcodes for less than one cent a call', '0.01', true],
    ['tides below $0.002', '0.002', true],
    ['barcodes, cheaper than .01', '0.01', true],
    ['captions < $0.01', '0.01', true],
    ['weather for up to 1¢', '0.01', false],
    ['maps, at most five cents', '0.05', false],
    ['jokes for a tenth of a cent or less', '0.001', false],
    ['rates, max 0.01', '0.01', false],
    ['news, 0.002 USDC max', '0.002', false],
    ['lyrics, nothing over 5 cents', '0.05', false],
    ["tweets, I won't pay more than two dollars", '2', false],
    ['parcels, no more than a penny each', '0.01', false],
    ['quotes, two cents tops', '0.02', false],
    ['my budget is 3 cents per query, flights please', '0.03', false],
    ['DNS, price <= 0.004', '0.004', false],
    ['a model for under one and a half cents', '0.015', true],
    ['definitions for at most a fifth of a cent', '0.002', false],
    ['thumbnails, $2 per 1,000 calls max', '0.002', false],
    ['translation for 5 dollars per thousand requests', '0.005', false],
    ['between 0.001 and 0.01 USDC a call', '0.01', false],
    ['two tenths of a cent at most', '0.002', false],
    ['price<=0.01', '0.01', false],
    ['price<0.01 chain:base', '0.01', true],
    ['tides cheaper than 5 USDC for 1000 calls', '0.005', true],
    ['tides, no more than 1 USDC per 100 calls', '0.01', false],
    ['tides, budget $1 for 500 calls', '0.002', false],
    ['tides, $1 for 3 calls at most', '0.333333333333333333', false],
    ['tides, $5/1k calls', '0.005', false],
    ['tides for $0.01', '0.01', false],
    ['tides under 1ct', '0.01', true],
    ['tides under one US cent', '0.01', true],
    ['tides under 2 dollar cents', '0.02', true],
    ['tides, max 3 euro cents', '0.03', false],
    ['tides under half a euro cent', '0.005', true],
    ['tides under 1/2 cent', '0.005', true],
    ['tides under ½ cent', '0.005', true],
    ['tides under EUR 0.05', '0.05', true],
    ['sub-cent tides', '0.01', true],
    ['subpenny tides', '0.01', true],
    ['tides less than or equal to 1 cent', '0.01', false],
    ['tides at or below 1 cent', '0.01', false],
    ['tides, max_price: 0.01', '0.01', false],
    ['tides, $0.50 per 100 pages', '0.005', false],
    ['tides 0.01 USDC', '0.01', false],
    ['tides ~ 1 cent', '0.01', false],
    ['the cost per request must not exceed 2 cents', '0.02', false],
    ['twenty-five cents at most', '0.25', false],
    ['menos de 0,01 dólares por llamada', '0.01', true],
    ['höchstens 2 Cent pro Aufruf', '0.02', false],
    ['moins de 0,005 $ par appel', '0.005', true],
    ['até 0,01 USDC', '0.01', false],
    ['价格低于0.01美元', '0.01', true],
    ['0.01ドル以下', '0.01', false],
  ])('is read from %j', (sentence, maxPrice, exclusive) => {
    const found = read(sentence);

    expect(found.maxPrice).toBe(maxPrice);
    expect(found.maxPriceExclusive ?? false).toBe(exclusive);
  });

  it.each([
    'decode a 17 character chassis number',
    'has LH400 landed',
    'explain 0 5 * * 1',
    'convert 100 dollars to euros',
    'top 10 hotels in Paris',
    'crop to 300 pixels',
    'delays of at most 0.5 seconds',
    'hotels under 100 dollars a night',
    'houses under 500000 dollars',
    'recipes under 500 calories',
    'what is 15% of 200 USDC',
    'send 0.5 USDC',
  ])('is not read from the topic: %j', (sentence) => {
    expect(read(sentence).maxPrice).toBeUndefined();
  });
});

describe('a price that is the topic', () => {
  it.each([
    ['price of gold under 1 cent', 'price of gold'],
    ['the price of ETH under $0.001', 'price of eth'],
    ['bitcoin price under 1 cent', 'bitcoin price'],
    ['stock price over 1 cent', 'stock price'],
  ])('stays beside a limit: %j', (sentence, topic) => {
    expect(readConstraints(sentence, vocabulary).rest).toContain(topic);
  });

  it.each([
    'tides, price under 1 cent',
    'tides with a price of at most 1 cent',
    'tides, price per call below 0.01',
  ])('does not stay where it only names the limit: %j', (sentence) => {
    expect(readConstraints(sentence, vocabulary).rest).not.toContain('price');
  });
});

describe('a price range', () => {
  it.each([
    ['tides between 0.1 and 1 cent', '0.001', '0.01'],
    ['tides, 0.001-0.01 USDC', '0.001', '0.01'],
    ['tides, $0.001–$0.01', '0.001', '0.01'],
    ['tides between $0.001 and 1 cent', '0.001', '0.01'],
    ['tides, 2-3 cents', '0.02', '0.03'],
    ['tides at least 0.1 cent and at most 1 cent', '0.001', '0.01'],
    ['tides over 0.1 cent, but under 1 cent', '0.001', '0.01'],
    ['{"q":"tides","minPrice":0.001,"maxPrice":0.01}', '0.001', '0.01'],
    ['Gezeiten zwischen 0,1 und 1 Cent', '0.001', '0.01'],
    ['Wechselkurse von 0,1 bis 1 Cent', '0.001', '0.01'],
    ['previsión entre 0,1 y 1 centavo', '0.001', '0.01'],
  ])('is read from %j', (sentence, minPrice, maxPrice) => {
    expect(read(sentence)).toMatchObject({ minPrice, maxPrice });
  });
});

describe('a price floor', () => {
  it.each([
    ['tides over 1 cent', '0.01'],
    ['tides for more than $0.05 per call', '0.05'],
    ['tides, at least $0.01', '0.01'],
    ['tides, 5 cents or more', '0.05'],
    ['tides, nothing under 1 cent', '0.01'],
    ['tides, price > 0.01', '0.01'],
    ['tides from 5 USDC per 1000 calls', undefined],
    ['tides starting at 5 USDC per 1000 calls', '0.005'],
    ['Gezeiten ab 1 Cent', '0.01'],
    ['transfers over 50 dollars', undefined],
  ])('is read from %j', (sentence, minPrice) => {
    const found = read(sentence);

    expect(found.minPrice).toBe(minPrice);
    if (minPrice !== undefined) expect(found.maxPrice).toBeUndefined();
  });
});

describe('a chain', () => {
  it.each([
    ['OCR, pay on Base', ['base']],
    ['settle in USDC on the Ethereum L2 Base', ['base']],
    ['QR codes on polygon or base', ['polygon', 'base']],
    ['sms over Arbitrum, Solana and Optimism', ['arbitrum', 'solana', 'optimism']],
    ['payment must be on Solana mainnet', ['solana']],
    ['hashes (arbitrum)', ['arbitrum']],
    ['maps, network eip155:137', ['polygon']],
    ['maps on base or eip155:137', ['base', 'polygon']],
    ['maps on eip155:137 or solana', ['polygon', 'solana']],
    ['maps on eip155:8453 and eip155:137', ['base', 'polygon']],
    ['gas prices on Ethereum, paying with USDC on Base or Solana', ['base', 'solana']],
    ['tide tables on a testnet', ['base-sepolia', 'solana-devnet']],
    ['tide tables on Base Sepolia', ['base-sepolia']],
    ['tide tables paid on the Arbitrum testnet', ['arbitrum-sepolia']],
    ['tide tables on Sui testnet', ['sui:testnet']],
    ['tide tables on Base Goerli', ['base-sepolia', 'solana-devnet']],
    ['tide tables on the Polygon test network', ['base-sepolia', 'solana-devnet']],
    ['traducir, en la red polygon', ['polygon']],
    ['bezahlt auf Solana', ['solana']],
    ['支付用base', ['base']],
  ])('is read from %j', (sentence, chain) => {
    expect(read(sentence).chain).toEqual(chain);
  });

  it.each([
    'avalanche danger in the Alps',
    'optimism in the press',
    'I live near the coast',
    'encode as base64',
    'base currency conversion',
    'is a point in a polygon',
    'stable diffusion pictures',
    'a story for children',
    'a newsletter on avalanche research',
  ])('is not read from the topic: %j', (sentence) => {
    expect(read(sentence).chain).toBeUndefined();
  });
});

describe('other constraints', () => {
  it.each([
    ['paid in EURC', { currency: 'EURC' }],
    ['EURC-priced translation', { currency: 'EURC' }],
    ['pay with PYUSD', { currency: 'PYUSD' }],
    ['verified providers only', { status: 'verified' }],
    ['services that are actually working', { status: 'verified' }],
    ['unverified weather services', { status: 'unverified' }],
    ['any inactive services', { status: 'inactive' }],
    ['with some free calls before I pay', { freeQuota: true }],
    ['a free trial', { freeQuota: true }],
    ['at least 50 free calls', { freeQuota: 50 }],
    ['ten or more free requests', { freeQuota: 10 }],
    ['100+ free requests', { freeQuota: 100 }],
    ['free quota of at least 20', { freeQuota: 20 }],
    ['trust score above 70', { minTrustScore: 70 }],
    ['a trust score of 90 or higher', { minTrustScore: 90 }],
    ['at least 80 trust', { minTrustScore: 80 }],
    ['cheapest stock quotes', { sortBy: 'price', sortOrder: 'asc' }],
    ['the most expensive one', { sortBy: 'price', sortOrder: 'desc' }],
    ['most trusted first', { sortBy: 'trustScore', sortOrder: 'desc' }],
    ['newest services first', { sortBy: 'createdAt', sortOrder: 'desc' }],
    ['sorted alphabetically', { sortBy: 'name', sortOrder: 'asc' }],
    ['lo más barato posible', { sortBy: 'price', sortOrder: 'asc' }],
    ['tides, not too expensive', { sortBy: 'price', sortOrder: 'asc' }],
    ['tides, price high to low', { sortBy: 'price', sortOrder: 'desc' }],
    ['tides sort:price', { sortBy: 'price', sortOrder: 'asc' }],
    ['tides sort=price&order=desc', { sortBy: 'price', sortOrder: 'desc' }],
    ['tides sortBy=price', { sortBy: 'price', sortOrder: 'asc' }],
    ['tides, high trust', { sortBy: 'trustScore', sortOrder: 'desc' }],
    ['tides added recently', { sortBy: 'createdAt', sortOrder: 'desc' }],
    ['newest tide apis', { sortBy: 'createdAt', sortOrder: 'desc' }],
    ['tides status:verified', { status: 'verified' }],
    ['tides, active only', { status: 'verified' }],
    ['tides that are up', { status: 'verified' }],
    ["tides that aren't down", { status: 'verified' }],
    ['tides, not unverified', { status: 'verified' }],
    ['tides, not verified', { status: 'unverified' }],
    ['tides free', { freeQuota: true }],
    ['tides free of charge', { freeQuota: true }],
    ['tides free for the first 50 requests', { freeQuota: 50 }],
    ['mareas gratis', { freeQuota: true }],
    ['tides, free_quota: 50', { freeQuota: 50 }],
    ['tides trusted above 80', { minTrustScore: 80 }],
    ['tides, trust greater than or equal to 80', { minTrustScore: 80 }],
    ['tides, top rated', { sortBy: 'trustScore', sortOrder: 'desc' }],
    ['tides, sort by rating', { sortBy: 'trustScore', sortOrder: 'desc' }],
    ['tides, cheapest to most expensive', { sortBy: 'price', sortOrder: 'asc' }],
    ['tides, best price', { sortBy: 'price', sortOrder: 'asc' }],
    ['tides on base & solana', { chain: ['base', 'solana'] }],
  ])('are read from %j', (sentence, found) => {
    expect(read(sentence)).toEqual(found);
  });

  it.each([
    'USDC supply on chain',
    'live football scores',
    'newest movies',
    'latest news',
    'verify an address',
    'gluten free recipes',
    'royalty free photos',
    'a facilitator that costs nothing',
    'CheapShark',
    'an online store that is ad free',
    'look it up',
    'newest movies api',
  ])('are not read from the topic: %j', (sentence) => {
    expect(read(sentence)).toEqual({});
  });
});

describe('a demand that is taken back', () => {
  it.each([
    'tides, no free tier',
    "tides, I don't need free calls",
    '{"q":"tides","freeQuota":false}',
    'tides, not inactive',
    'tides, not the cheapest',
    'tides, verified or not',
    'unverified or verified tides',
    'free or paid tides',
    'tides, not necessarily most trusted',
  ])('asks for nothing: %j', (sentence) => {
    expect(read(sentence)).toEqual({});
  });
});

it('reads one order, and leaves no other in the topic', () => {
  const { found, rest } = readConstraints('cheapest and most trusted tides', vocabulary);

  expect(found.sortBy).toBeDefined();
  expect(rest).not.toMatch(/cheap|trust/);
});

describe('what is not wanted', () => {
  const crypto = ['crypto-data', 'blockchain-infra'];

  it.each([
    ['headlines, but nothing about crypto', { category: crypto }],
    ['anything but crypto: facts', { category: crypto }],
    ['news without sports or crypto', { category: ['sports-games', ...crypto] }],
    ['air quality, no testnets', { chain: ['base-sepolia', 'solana-devnet'] }],
    ['rates, mainnet only', { chain: ['base-sepolia', 'solana-devnet'] }],
    ['maps, not on solana', { chain: ['solana'] }],
    ['news, except weather', { category: ['weather-environment'] }],
    ['non-crypto news', { category: crypto }],
    ['maps -solana', { chain: ['solana'] }],
    ['maps !crypto', { category: crypto }],
    ['maps, not paid on solana', { chain: ['solana'] }],
    ['not on solana, weather', { chain: ['solana'] }],
    ['no crypto, news', { category: crypto }],
    ['without crypto and sports, news', { category: [...crypto, 'sports-games'] }],
    ['news without crypto, sports', { category: [...crypto, 'sports-games'] }],
    ['no solana, polygon', { chain: ['solana', 'polygon'] }],
    ['no solana, no weather', { chain: ['solana'], category: ['weather-environment'] }],
    ['all but crypto', { category: crypto }],
  ])('is read from %j', (sentence, excludes) => {
    expect(read(sentence).excludes).toEqual(excludes);
  });

  it('is no category that the sentence wants by another word', () => {
    expect(read('sports, but no games')).toEqual({});
    expect(read('crypto prices without blockchains')).toEqual({});
  });

  it.each(['maps, not paid in EURC', 'maps, no EURC please', 'maps, not USDC', 'maps, anything but PYUSD'])(
    'demands no currency: %j',
    (sentence) => {
      const { found, rest } = readConstraints(sentence, vocabulary);

      expect(found).toEqual({});
      expect(rest).not.toMatch(/eurc|usdc|pyusd/);
    },
  );

  it('is a chain after "on" also where the catalog has nothing on that chain', () => {
    const nowhere = { ...vocabulary, chains: () => ['base'] };
    const { found } = readConstraints('maps, not on solana', nowhere);

    expect(found.excludes).toEqual({ chain: ['solana'] });
    expect(found.chain).toBeUndefined();
  });

  it('demands euros for an amount of euro cents', () => {
    expect(read('tides under 2 euro cents')).toEqual({
      maxPrice: '0.02',
      maxPriceExclusive: true,
      peg: 'EUR',
    });
  });

  it('does not include the price in "no more than"', () => {
    expect(read('no more than 1 cent')).toEqual({ maxPrice: '0.01', peg: 'USD' });
  });
});

describe('what agents send', () => {
  it.each([
    [
      '{"task":"quote","budget":0.01,"currency":"EURC","status":"verified","minTrustScore":75}',
      { maxPrice: '0.01', currency: 'EURC', status: 'verified', minTrustScore: 75 },
    ],
    [
      '{"need":"geocode","filters":{"network":"eip155:8453","verified":true,"freeQuota":true},"exclude":["crypto"]}',
      {
        chain: ['base'],
        status: 'verified',
        freeQuota: true,
        excludes: { category: ['crypto-data', 'blockchain-infra'] },
      },
    ],
    [
      '{"q":"pdf","max_price":"0.02 USDC","chain":["base","solana"],"sort":"price"}',
      { maxPrice: '0.02', currency: 'USDC', chain: ['base', 'solana'], sortBy: 'price', sortOrder: 'asc' },
    ],
    ['{"q": "pdf", "network": "base", broken', { chain: ['base'] }],
    [
      '{"q":"air","filters":{"price":{"lte":0.01},"exclude_networks":["base-sepolia"]}}',
      { maxPrice: '0.01', excludes: { chain: ['base-sepolia'] } },
    ],
    [
      '{"q":"air","payment":{"asset":"USDC","network":"base","max_amount":"0.005"}}',
      { chain: ['base'], currency: 'USDC', maxPrice: '0.005' },
    ],
  ])('is read as it is meant: %s', (sentence, found) => {
    expect(read(sentence)).toEqual(found);
  });
});

describe('any text', () => {
  it('is read without an error, the same way each time', () => {
    const part = fc.constantFrom(
      'no ',
      'on base ',
      'under ',
      '0.01 ',
      'a cent ',
      '(',
      '.*+',
      '{"a":',
      '}',
      '🌧',
      'or ',
      ',',
      'free ',
      'not ',
    );
    const text = fc.oneof(
      fc.string({ maxLength: 500, unit: 'grapheme' }),
      fc.array(part, { maxLength: 60 }).map((parts) => parts.join('')),
    );

    fc.assert(
      fc.property(text, (sentence) => {
        expect(read(sentence)).toEqual(read(sentence));
      }),
      { numRuns: caseCount(300) },
    );
  });
});
