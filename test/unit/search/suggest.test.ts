import { describe, expect, it } from 'vitest';
import { Search } from '../../../src/search/search.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

const names = ['Rain Radar', 'Rain Archive', 'Railway Times', 'Weathered Wood', 'Météo'];
const search = new Search(
  aSnapshot(
    names.map((name, i) =>
      anEntry({ name, endpoint: `https://api${String(i)}.example.com`, category: 'ai-inference' }),
    ),
  ),
);
const texts = async (text: string, kind?: string): Promise<string[]> =>
  (await search.suggest(text))
    .filter((each) => kind === undefined || each.kind === kind)
    .map((each) => each.text);

describe('suggestions', () => {
  it.each([
    ['rai', ['Rain Archive', 'Rain Radar', 'Railway Times']],
    ['rain ra', ['Rain Radar']],
    ['rain', ['Rain Archive', 'Rain Radar']],
    ['METEO', ['Météo']],
    ['radar rai', ['Rain Radar']],
  ])('for %j name the services %j', async (text, found) => {
    expect((await texts(text, 'service')).sort()).toEqual(found.sort());
  });

  it('name categories by any of their words', async () => {
    expect(await search.suggest('geoloc')).toContainEqual({
      kind: 'category',
      text: 'Maps & Geolocation',
      id: 'maps-geolocation',
    });
  });

  it('complete a word that several services have', async () => {
    expect(await texts('rai', 'term')).toEqual(['rain']);
    expect(await texts('archive rai', 'term')).toEqual(['archive rain']);
  });

  it.each(['', ' ', '!', 'xyzzyx'])('for %j are none', async (text) => {
    expect(await search.suggest(text)).toEqual([]);
  });

  it('are at most eight, each once', async () => {
    const many = new Search(
      aSnapshot(
        Array.from({ length: 40 }, (_, i) =>
          anEntry({
            name: i % 2 ? `Rain ${String(i)}` : 'Rain',
            endpoint: `https://api${String(i)}.example.com`,
          }),
        ),
      ),
    );
    const found = (await many.suggest('ra')).map(({ kind, text }) => `${kind} ${text}`);

    expect(found).toHaveLength(8);
    expect(new Set(found).size).toBe(8);
  });
});
