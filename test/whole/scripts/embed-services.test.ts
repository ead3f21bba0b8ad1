import { readdir } from 'node:fs/promises';
import { describe, expect, vi } from 'vitest';
import { embedServices } from '../../../scripts/embed-services.ts';
import { Progress } from '../../../scripts/progress.ts';
import { Search } from '../../../src/search/search.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { inFolder as it } from '../../support/temporary-folder.ts';

const hosts = ['a', 'b', 'c', 'twin'];
const entries = hosts.map((host) =>
  anEntry({
    name: host === 'twin' ? 'Service a' : `Service ${host}`,
    endpoint: `https://${host}.example.com`,
  }),
);

/** Embeds the services as a new process would. Gives the search, and what was printed. */
async function embed(
  dataDir: string,
  embeddingModel?: string,
  services = entries,
): Promise<{ search: Search; printed: string }> {
  const search = new Search(aSnapshot(services));
  let printed = '';
  await embedServices(
    () => search,
    { embeddingModel, dataDir },
    new Progress({ write: (text) => (printed += text) }),
  );
  return { search, printed };
}

describe('embedding services', () => {
  it('makes what is missing, and prints how many', async ({ folder }) => {
    const first = await embed(folder, undefined, entries.slice(1));
    expect(first.printed).toMatch(/^ {2}reading what 3 services mean: \d+\.\d s\n$/);
    expect(await first.search.missingVectors(1)).toEqual([]);

    const newcomer = anEntry({ name: 'Newcomer', endpoint: 'https://new.example.com' });
    const second = await embed(folder, undefined, [...entries, newcomer]);
    expect(second.printed).toMatch(/^ {2}reading what 1 service means: /);
    expect(await second.search.missingVectors(1)).toEqual([]);

    const third = await embed(folder, undefined, [...entries, newcomer]);
    expect(third.printed).toBe('');
    expect(await third.search.missingVectors(1)).toEqual([]);
  });

  it('does nothing where no model is wanted', async ({ folder }) => {
    const { search, printed } = await embed(folder, 'none');

    expect(printed).toBe('');
    expect(await search.usedVectors()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says why a model cannot be loaded, and leaves the search to words', async ({ folder }) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { search } = await embed(folder, 'acme/multilingual');

    expect(warned).toHaveBeenCalledWith(expect.stringContaining('install it with "npm install'));
    expect(await search.usedVectors()).toEqual([]);
    warned.mockRestore();
  });
});
