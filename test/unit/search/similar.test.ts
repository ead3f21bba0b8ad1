import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { Search } from '../../../src/search/search.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

let services = 0;
function service(name: string, description: string, category = 'weather-environment'): Entry {
  services += 1;
  return anEntry({ name, description, category, endpoint: `https://api${String(services)}.example.com` });
}

const radar = service('Rain Radar', 'Precipitation radar pictures for the next hours.');
const storms = service('Storm Radar', 'Radar pictures of storms.');
const drops = service('Drops', 'Precipitation of the next hours, for a city.');
const maps = service('Maps', 'Maps with precipitation radar.', 'maps-geolocation');
const chat = service('Chat', 'A model answers.', 'ai-inference');
const search = new Search(aSnapshot([radar, storms, drops, maps, chat]));
const namesLike = async (entry: Entry): Promise<string[]> =>
  (await search.similar(entry)).map(({ declared }) => declared.name);

describe('similar services', () => {
  it('share words with the service, and do not include it', async () => {
    expect((await namesLike(radar)).sort()).toEqual(['Drops', 'Maps', 'Storm Radar']);
  });

  it('come first when they are in the same category', async () => {
    expect((await namesLike(radar)).at(-1)).toBe('Maps');
  });

  it('do not exist for a service that shares no words', async () => {
    expect(await namesLike(chat)).toEqual([]);
  });

  it('are at most ten', async () => {
    const alike = Array.from({ length: 30 }, () => service('Tide', 'High and low water.'));
    const tides = new Search(aSnapshot(alike));

    expect(await tides.similar(alike[0] ?? radar)).toHaveLength(10);
  });
});
