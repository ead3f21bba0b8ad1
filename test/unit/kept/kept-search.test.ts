import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeptSearch } from '../../../src/kept/kept-search.ts';
import { Search } from '../../../src/search/search.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const names = ['Rain Radar', 'Storm Watch', 'Token Prices', 'Chat Oracle'];
const snapshot = aSnapshot(
  names.map((name, number) => anEntry({ name, endpoint: `https://s${String(number)}.example.com` })),
);

/** What a search finds and how it reads a misspelt word, which takes what it learnt. */
function answers(search: Search): unknown {
  const wanted = search.readKeywords('radr');
  return { wanted, found: search.list({ wanted, limit: 9, offset: 0 }) };
}

async function keptIn(dataDir: string, log = new MemoryLog()): Promise<Search> {
  return new KeptSearch({ dataDir, log }).open(snapshot);
}

describe('KeptSearch', () => {
  it('builds an index where none is kept, and loads the one that was', async () => {
    const dataDir = await temporaryFolder();
    const built = await keptIn(dataDir);
    expect(built.isSaved).toBe(false);
    while (built.rest());
    await new KeptSearch({ dataDir, log: new MemoryLog() }).save(built);
    expect(built.isSaved).toBe(true);

    const loaded = await keptIn(dataDir);
    expect(loaded.isSaved).toBe(true);
    expect(answers(loaded)).toEqual(answers(built));
  });

  it('knows what an index had learnt that is loaded', async () => {
    const dataDir = await temporaryFolder();
    const built = await keptIn(dataDir);
    while (built.rest());
    await new KeptSearch({ dataDir, log: new MemoryLog() }).save(built);
    const other = aSnapshot([anEntry({ name: 'Unrelated', description: 'Nothing.' })]);

    expect(Search.load(await readFile(join(dataDir, 'kept', 'search')), other)).toBeUndefined();
    expect((await keptIn(dataDir)).readKeywords('radr')).toEqual(built.readKeywords('radr'));
  });

  it('builds an index when the kept one is damaged, and says so', async () => {
    const dataDir = await temporaryFolder();
    await new KeptSearch({ dataDir, log: new MemoryLog() }).save(new Search(snapshot));
    const file = join(dataDir, 'kept', 'search');
    await truncate(file, (await stat(file)).size - 8);
    const log = new MemoryLog();

    expect(answers(await keptIn(dataDir, log))).toEqual(answers(new Search(snapshot)));
    expect(log.lines.map(({ message }) => message)).toEqual([
      'the kept search index is damaged or outdated; building a new one',
    ]);
  });

  it('goes on where nothing can be kept', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(dirname(join(dataDir, 'kept')), { recursive: true });
    await writeFile(join(dataDir, 'kept'), 'in the way');
    const log = new MemoryLog();
    const search = await keptIn(dataDir);
    await new KeptSearch({ dataDir, log }).save(search);

    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
    expect(search.isSaved).toBe(false);
  });

  it('is to be saved again after a merge', async () => {
    const search = new Search(snapshot, { maxUnmerged: 0 });
    search.noteSaved(search.saved);
    expect(search.isSaved).toBe(true);

    const [entry] = snapshot.entries();
    search.update(snapshot, { put: entry ? [entry] : [], removed: [] });
    while (search.work());
    expect(search.isSaved).toBe(false);
  });

  it('is to be saved again once it has learnt, as a build keeps an index that has not', async () => {
    const dataDir = await temporaryFolder();
    await new KeptSearch({ dataDir, log: new MemoryLog() }).save(await keptIn(dataDir));
    const loaded = await keptIn(dataDir);
    expect(loaded.isSaved).toBe(true);

    while (loaded.rest());
    expect(loaded.isSaved).toBe(false);
    loaded.noteSaved(loaded.saved);
    expect(loaded.isSaved).toBe(true);
  });
});
