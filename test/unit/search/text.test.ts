import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/domain/snapshot.ts';
import type { Status } from '../../../src/domain/status.ts';
import { Search } from '../../../src/search/search.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

const all = { limit: 100, offset: 0 };

const entries = [
  anEntry({
    name: 'Rain Radar',
    description: 'Precipitation for the next two hours.',
    endpoint: 'https://radar.example.com',
  }),
  anEntry({
    name: 'Météo Générale',
    description: 'Forecasts for every city.',
    endpoint: 'https://forecasts.example.net',
  }),
  anEntry({
    name: 'Geocoder',
    description: 'From an address to coordinates.',
    endpoint: 'https://geo.example.org',
    category: 'maps-geolocation',
  }),
  anEntry({
    name: 'Translator',
    description: 'Translates a sentence into French.',
    endpoint: 'https://words.example.org',
    category: 'ai-inference',
  }),
  anEntry({
    name: 'ＷＩＤＥ Text',
    description: 'Straße und Fußgänger.',
    endpoint: 'https://wide.example.org',
    category: 'ai-inference',
  }),
];
const search = new Search(aSnapshot(entries));

const list = async (by: Search, text: string) => by.list({ wanted: await by.readKeywords(text), ...all });
const intent = async (by: Search, sentence: string) => by.intent(await by.readSentence(sentence), all);
const found = async (text: string): Promise<string[]> =>
  (await list(search, text)).entries.map(({ declared }) => declared.name);

describe('a text search', () => {
  it.each([
    ['in the name', 'radar', 'Rain Radar'],
    ['in the description', 'precipitation', 'Rain Radar'],
    ['in the host of the endpoint', 'words', 'Translator'],
    ['in the name of the category', 'geolocation', 'Geocoder'],
    ['in several of them at once', 'geocoder coordinates geolocation', 'Geocoder'],
    ['in any letter case', 'RAIN rAdAr', 'Rain Radar'],
    ['without its accents', 'meteo generale', 'Météo Générale'],
    ['with accents it does not have', 'rädàr', 'Rain Radar'],
    ['with accents written as marks of their own', 'me\u0301te\u0301o', 'Météo Générale'],
    ['in full width', 'ｒａｄａｒ', 'Rain Radar'],
    ['when it was written in full width', 'wide', 'ＷＩＤＥ Text'],
    ['with a letter too few', 'precipitaton', 'Rain Radar'],
    ['with a letter too many', 'geocodder', 'Geocoder'],
    ['with a wrong letter', 'translatar', 'Translator'],
    ['with two letters swapped', 'geocdoer', 'Geocoder'],
    ['as the beginning of the last word', 'rain rad', 'Rain Radar'],
    ['as the beginning of the only word', 'transl', 'Translator'],
    ['among signs that mean nothing', '"radar"!? (*)', 'Rain Radar'],
  ])('finds a word %s: %s', async (_where, text, name) => {
    expect((await found(text))[0]).toBe(name);
  });

  it.each(['xyzzy', 'qqqqqqqq', '日本', '🌧'])('finds nothing for %s', async (text) => {
    expect(await list(search, text)).toMatchObject({ total: 0, entries: [] });
  });

  it('completes the last word, and any other word that no service has', async () => {
    const some = new Search(
      aSnapshot([
        anEntry({ name: 'Rain maps', endpoint: 'https://a.example.com' }),
        anEntry({ name: 'Rainfall maps', endpoint: 'https://b.example.com' }),
      ]),
    );
    const names = async (text: string): Promise<string[]> =>
      (await list(some, text)).entries.map(({ declared }) => declared.name);

    expect(await names('maps rain')).toEqual(['Rain maps', 'Rainfall maps']);
    expect(await names('rain maps')).toEqual(['Rain maps']);
    expect(await names('rainfa maps')).toEqual(['Rainfall maps']);
  });

  it('finds only services with every word when there are any', async () => {
    expect(await found('sentence translator')).toEqual(['Translator']);
  });

  it('ranks a word in the name above the same word in the description', async () => {
    const named = anEntry({ name: 'Storm', description: 'A service.', endpoint: 'https://a.example.com' });
    const told = anEntry({ name: 'A service', description: 'Storm.', endpoint: 'https://b.example.com' });

    for (const catalog of [
      [named, told],
      [told, named],
    ]) {
      const [first] = (await list(new Search(aSnapshot(catalog)), 'storm')).entries;
      expect(first).toBe(named);
    }
  });

  it('sorts by the key that is asked for', async () => {
    const byName = (
      await search.list({
        wanted: await search.readKeywords('example'),
        sortBy: 'name',
        sortOrder: 'desc',
        ...all,
      })
    ).entries;

    expect(byName.map(({ declared }) => declared.name)).toEqual([
      'ＷＩＤＥ Text',
      'Translator',
      'Rain Radar',
      'Météo Générale',
      'Geocoder',
    ]);
  });

  it('ranks an inactive service below those that fit nearly as well, and above those that do not', async () => {
    const named = (name: string, description: string, host: string, status: Status) =>
      anEntry({ name, description, endpoint: `https://${host}.example.com` }, { status });
    const some = new Search(
      aSnapshot([
        named('Tide Tables', 'Tides of every port.', 'a', 'inactive'),
        named('Tide Times', 'Tides for sailors.', 'b', 'unverified'),
        named(
          'Harbour Notes',
          'Sailing news from every harbour of the coast, and now and then a word or two on a tide that came late.',
          'c',
          'verified',
        ),
        ...['Rain', 'Snow', 'Hail', 'Wind', 'Fog'].map((other, i) =>
          named(`${other} Radar`, `${other} of every city.`, `other-${String(i)}`, 'verified'),
        ),
      ]),
    );

    for (const { entries: ordered } of [
      await list(some, 'tide'),
      { entries: (await intent(some, 'tide')).hits.map(({ entry }) => entry) },
    ]) {
      expect(ordered.map(({ declared }) => declared.name)).toEqual([
        'Tide Times',
        'Tide Tables',
        'Harbour Notes',
      ]);
    }
  });

  it('puts no inactive service first as the cheapest, unless all that fit are inactive', async () => {
    const priced = (name: string, pricePerRequest: string, status: Status) =>
      anEntry(
        {
          name,
          endpoint: `https://${name.toLowerCase().replaceAll(' ', '-')}.example.com`,
          pricing: { currency: 'USDC', pricePerRequest },
        },
        { status },
      );
    const namesOf = async (...some: Entry[]): Promise<string[]> =>
      (await intent(new Search(aSnapshot(some)), 'cheapest tide')).hits.map(
        ({ entry }) => entry.declared.name,
      );
    const gone = [priced('Tide Dear', '0.9', 'inactive'), priced('Tide Cheap', '0.001', 'inactive')];

    expect((await namesOf(...gone, priced('Tide Times', '0.5', 'verified')))[0]).toBe('Tide Times');
    expect(await namesOf(...gone)).toEqual(['Tide Cheap', 'Tide Dear']);
  });

  it('breaks ties of relevance by name, then id', async () => {
    const twins = ['b', 'a', 'c'].map((host) =>
      anEntry({ name: 'Twin', description: 'The same.', endpoint: `https://${host}.example.com` }),
    );
    const ids = (await list(new Search(aSnapshot(twins)), 'twin')).entries.map(({ declared }) => declared.id);

    expect(ids).toEqual(twins.map(({ declared }) => declared.id).sort());
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'treats %s as a word like any other',
    async (text) => {
      const entry = anEntry({ name: `About ${text}` });

      expect((await list(search, text)).total).toBe(0);
      expect((await list(new Search(aSnapshot([entry])), text)).entries).toEqual([entry]);
      expect((await intent(new Search(aSnapshot([entry])), text)).total).toBe(1);
    },
  );

  it('answers the same question the same way', async () => {
    const [{ countHosts: one, ...first }, { countHosts: other, ...second }] = [
      await list(search, 'rain forecast city'),
      await list(search, 'rain forecast city'),
    ];

    expect([first, one()]).toEqual([second, other()]);
  });
});

describe('an intent search', () => {
  it('finds by what the sentence is about, with reasons', async () => {
    const { total, hits } = await intent(search, 'I need an API that tells me about precipitation');

    expect(total).toBeGreaterThan(0);
    expect(hits[0]?.entry.declared.name).toBe('Rain Radar');
    expect(hits[0]?.why.length).toBeGreaterThan(0);
    expect(hits[0]?.score).toBeGreaterThan(0);
  });

  it.each(['', ' ', 'xyzzy', 'I want an API', '?!', '。', '🌧'])(
    'finds nothing, never a random list, for %j',
    async (sentence) => {
      expect(await intent(search, sentence)).toMatchObject({ total: 0, hits: [] });
    },
  );

  it('ranks by score, and pages without gaps', async () => {
    const sentence = await search.readSentence('rain forecasts for an address in a city');
    const { hits, total } = await search.intent(sentence, all);
    const pages = await Promise.all(
      Array.from({ length: total }, (_, offset) => search.intent(sentence, { limit: 1, offset })),
    );

    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
    expect(pages.flatMap((page) => page.hits)).toEqual(hits);
  });
});
