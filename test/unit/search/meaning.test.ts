import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/domain/plain-text.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { withMeaning } from '../../../src/search/intent/gist.ts';
import { questionOf } from '../../../src/search/intent/intent.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { filters } from '../../fixtures/filters.ts';
import { scan } from '../../fixtures/linear-scan.ts';
import { addVectors, directionOf, fill, readWithMeaning } from '../../fixtures/meanings.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

const all = { limit: 100, offset: 0 };

function service(name: string, description: string, category = 'weather-environment'): Entry {
  const host = name.toLowerCase().replaceAll(' ', '-');

  return anEntry({ name, description, category, endpoint: `https://${host}.example.com` });
}

const rain = service('Drops', 'Precipitation tomorrow.');
const barber = service('Figaro', 'Barber.', 'maps-geolocation');
const chess = service('Knight Move', 'Chess games and puzzles.', 'ai-inference');
const entries = [rain, barber, chess];

/** A search in which all services have vectors. */
async function filled(of: readonly Entry[]): Promise<Search> {
  const search = new Search(aSnapshot(of));
  await fill(search);
  return search;
}

const byIntent = async (search: Search, text: string) =>
  search.intent(await readWithMeaning(search, text), all);
const byList = async (search: Search, text: string) =>
  (await search.list({ wanted: await search.readKeywords(text), ...all })).entries;

/** What a page lists for a text. */
async function onPage(search: Search, text: string): Promise<readonly Entry[]> {
  const reading = await search.understand(text);
  const meant = withMeaning(reading, directionOf(reading.gist?.text ?? ''));

  return (await search.list({ ...questionOf(meant), ...all })).entries;
}

describe('a search by meaning', () => {
  it('finds a service that shares no word with the sentence', async () => {
    const [first] = (await byIntent(await filled(entries), 'where do I get a haircut')).hits;

    expect(first?.entry).toBe(barber);
    expect(first?.why).toEqual(['its description is close in meaning']);
  });

  it('finds a service without a vector by its words', async () => {
    const search = await filled(entries);
    const late = service('Tide Tables', 'High and low water.');
    search.update(aSnapshot([...entries, late]), { put: [late], removed: [] });

    expect(await search.missingVectors(9)).toHaveLength(1);
    expect((await byIntent(search, 'tide tables for today')).hits[0]?.entry).toBe(late);
    expect(await byList(search, 'tide')).toEqual([late]);
  });

  it('goes by words until nine services in ten have a vector, since those with one would come first', async () => {
    const many = Array.from({ length: 20 }, (_, at) => service(`Chess ${String(at)}`, 'Chess games.'));
    const search = new Search(aSnapshot([barber, ...many]));
    const missing = await search.missingVectors(Infinity);
    const asked = 'where do I get a haircut';

    await addVectors(search, missing.slice(0, 18));
    expect((await byIntent(search, asked)).by).toEqual(['words']);
    await addVectors(search, missing.slice(18));
    expect((await byIntent(search, asked)).by).toEqual(['words', 'meaning']);
  });

  it('counts the services with vectors as they come and go', async () => {
    const [first, ...others] = entries;
    const search = await filled(entries);
    search.update(aSnapshot(first ? [first] : []), {
      put: [],
      removed: others.map(({ declared }) => declared.id),
    });
    const late = service('Tide Tables', 'High and low water.');
    search.update(aSnapshot([...entries.slice(0, 1), late]), { put: [late], removed: [] });

    expect((await byIntent(search, 'umbrella for tomorrow')).by).toEqual(['words']);
    await fill(search);
    expect((await byIntent(search, 'umbrella for tomorrow')).by).toEqual(['words', 'meaning']);
  });

  it('finds no service that is gone', async () => {
    const search = await filled(entries);
    search.update(aSnapshot([rain, chess]), { put: [], removed: [barber.declared.id] });

    const found = (await byIntent(search, 'where do I get a haircut')).hits.map(({ entry }) => entry);

    expect(found).not.toContain(barber);
  });

  it('finds only services that pass the filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogs(12),
        filters,
        fc.constantFrom('rain radar', 'zebra', 'maps'),
        async (given, asked, text) => {
          const search = await filled(given);
          const { wanted } = await readWithMeaning(search, `${text} for my site`);
          const found = await search.list({ ...asked, wanted, ...all });
          const passing = scan(given, asked);
          const unfiltered = (await search.list({ wanted, ...all })).entries;

          expect(new Set(found.entries)).toEqual(
            new Set(unfiltered.filter((entry) => passing.includes(entry))),
          );
          expect(found.total).toBe(found.entries.length);
        },
      ),
    );
  });

  it('obeys what the sentence demands', async () => {
    const cheap = (name: string, pricePerRequest: string): Entry =>
      anEntry({
        name,
        description: 'Precipitation.',
        endpoint: `https://${name.toLowerCase()}.example.com`,
        pricing: { currency: 'USDC', pricePerRequest },
      });
    const search = await filled([cheap('Dear', '0.5'), cheap('Cheap', '0.001')]);
    const { hits } = await byIntent(search, 'umbrella weather under $0.01');

    expect(hits.map(({ entry }) => entry.declared.name)).toEqual(['Cheap']);
  });

  it('says what took part in the ranking', async () => {
    const search = await filled(entries);
    const sentence = await search.readSentence('chess puzzles for children');

    expect((await search.intent(sentence, all)).by).toEqual(['words']);
    expect((await byIntent(search, 'chess puzzles for children')).by).toEqual(['words', 'meaning']);
  });
});

describe('a sentence of unknown words', () => {
  it.each(['asdf qwer zxcv lkjh', 'asdf qwer zxcv lkjh weather', 'blorp under $1'])(
    'finds nothing when no service is near, in the API and on pages: %s',
    async (text) => {
      const search = await filled(entries);

      expect(await byIntent(search, text)).toMatchObject({ total: 0, hits: [] });
      expect(await onPage(search, text)).toEqual([]);
    },
  );

  it('finds the services that are near', async () => {
    const search = await filled([service('Xyzzy', 'Plugh.'), chess]);
    const unknown = await search.readSentence('asdf qwer zxcv lkjh');
    const meant = withMeaning(unknown, directionOf('Xyzzy. Plugh.'));

    expect((await search.intent(meant, all)).hits.map(({ entry }) => entry.declared.name)).toEqual(['Xyzzy']);
  });
});

describe('keywords', () => {
  it('find services that mean the same behind those with the words', async () => {
    const search = await filled([
      service('Umbrella', 'Rain precipitation.'),
      service('Drizzle', 'Precipitation.'),
      chess,
    ]);

    expect((await byList(search, 'umbrella')).map(({ declared }) => declared.name)).toEqual([
      'Umbrella',
      'Drizzle',
    ]);
  });

  it('find a service first whose name they are, whatever others mean', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(15), async (given) => {
        const search = await filled(given);

        for (const { declared } of given) {
          expect(fold((await byList(search, declared.name))[0]?.declared.name ?? '')).toBe(
            fold(declared.name),
          );
        }
      }),
    );
  });

  it('find a name that others begin with before them', async () => {
    const description = 'Precipitation.';
    const search = await filled(
      ['Rain Radar', 'Rain Radar Pro', 'Radar'].map((name) => service(name, description)),
    );

    expect((await byList(search, 'rain radar'))[0]?.declared.name).toBe('Rain Radar');
  });
});

describe('vectors', () => {
  it('are missing for each text until they are added', async () => {
    const search = new Search(aSnapshot(entries));
    expect(await search.missingVectors(9)).toHaveLength(3);

    expect(await search.missingVectors(2)).toHaveLength(2);
    await fill(search, 2);
    expect(await search.missingVectors(9)).toHaveLength(1);
    await fill(search);
    expect(await search.missingVectors(9)).toEqual([]);
  });

  it('are made once for services that say the same', async () => {
    const twins = ['a', 'b'].map((host) =>
      anEntry({ name: 'Twin', description: 'The same.', endpoint: `https://${host}.example.com` }),
    );
    const search = new Search(aSnapshot(twins));

    expect(await fill(search, 1)).toHaveLength(1);
    expect(await search.missingVectors(9)).toEqual([]);
    expect(await search.usedVectors()).toHaveLength(1);
  });

  it('are in use as long as a service has their text', async () => {
    const search = await filled(entries);
    search.update(aSnapshot([rain, chess]), { put: [], removed: [barber.declared.id] });
    expect(await search.usedVectors()).toHaveLength(2);

    search.update(aSnapshot(entries), { put: [barber], removed: [] });
    expect(await search.usedVectors()).toHaveLength(3);
    expect(await search.missingVectors(9)).toEqual([]);
  });
});
