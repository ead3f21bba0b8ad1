import { appendFile, mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Journal, type JournalLine, lockSource } from '../../../src/import/journal.ts';
import type { Place, Source } from '../../../src/import/source.ts';

const source: Source = { kind: 'bazaar', url: 'https://catalog.example.com/discovery/resources' };
const place: Place = { offset: 100, limit: 100, total: 300, token: null, barren: 0 };
const [first, second, last]: readonly [JournalLine, JournalLine, JournalLine] = [
  { items: [{ name: 'a' }], next: place, cut: null },
  { items: [{ name: 'line\u2028ends\u2029here, \ud800' }], next: { ...place, offset: 200 }, cut: 'shrank' },
  { items: [], next: null, cut: null },
];

const it = test.extend('path', async ({ task: _ }, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-'));
  onCleanup(() => rm(folder, { recursive: true }));
  return join(folder, 'imports', 'a.ndjson');
});

async function allOf(lines: AsyncIterable<JournalLine>): Promise<JournalLine[]> {
  const found: JournalLine[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

/** What the next run finds. */
async function found(path: string, by: Source = source, now = new Date()): Promise<JournalLine[]> {
  const journal = new Journal(path, by);
  const lines = await allOf(journal.earlier(now));
  await journal.close();
  return lines;
}

async function written(path: string, ...lines: readonly JournalLine[]): Promise<void> {
  const journal = new Journal(path, source);
  for (const line of lines) await journal.append(line);
  await journal.close();
}

describe('the journal of an import', () => {
  it('gives the next run the pages that one has read, whatever they hold', async ({ path }) => {
    await written(path, first, second, last);

    expect(await found(path)).toEqual([first, second, last]);
  });

  it('goes on behind the pages of an earlier run', async ({ path }) => {
    await written(path, first);
    const journal = new Journal(path, source);
    await allOf(journal.earlier(new Date()));
    await journal.append(second);
    await journal.close();

    expect(await found(path)).toEqual([first, second]);
  });

  it.for([
    ['half a line', '{"items":[{"name":"b'],
    ['half a line that is whole JSON', JSON.stringify(last)],
    ['a line of something else', '{"items":7}\n'],
  ] as const)('drops what a crash left at its end, such as %s', async ([_what, text], { path }) => {
    await written(path, first);
    await appendFile(path, text);

    const journal = new Journal(path, source);
    expect(await allOf(journal.earlier(new Date()))).toEqual([first]);
    await journal.append(second);
    await journal.close();
    expect(await found(path)).toEqual([first, second]);
  });

  it('is of no use to another source, nor after an hour', async ({ path }) => {
    await written(path, first);

    expect(await found(path, { ...source, kind: 'manifest' })).toEqual([]);
    expect(await found(path, source, new Date(Date.now() + 3_601_000))).toEqual([]);
    await utimes(path, new Date(), new Date());
    expect(await found(path)).toEqual([first]);
  });

  it('starts over where the old one is of no use', async ({ path }) => {
    await written(path, first, second);
    const other = new Journal(path, { ...source, url: 'https://other.example.com/discovery/resources' });
    expect(await allOf(other.earlier(new Date()))).toEqual([]);
    await other.append(last);
    await other.close();

    expect(await readFile(path, 'utf8')).not.toContain('"name":"a"');
  });

  it('goes away', async ({ path }) => {
    await written(path, first);
    await new Journal(path, source).remove();

    expect(await found(path)).toEqual([]);
  });
});

describe('a source', () => {
  it('is imported from by one process at a time', async ({ path }) => {
    const lock = await lockSource(path, source);
    await expect(lockSource(path, source)).rejects.toThrow(
      /^another import from https:\/\/catalog\.example\.com\/discovery\/resources is running \(process \d+\); wait for its end$/,
    );

    lock.release();
    (await lockSource(path, source)).release();
  });
});
