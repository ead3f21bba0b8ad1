import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FileGroup, groupOf } from '../../../src/build/file-groups.ts';
import {
  FileRecords,
  haveSameRecords,
  readRecords,
  shareRecords,
  writeRecords,
} from '../../../src/build/file-records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { caseCount } from '../../support/cases.ts';

type Keys = Readonly<Record<string, string>>;

const files = ['files.ndjson', 'changed-files.ndjson'] as const;

let build: string;

beforeEach(async () => {
  build = await temporaryFolder();
});

/** Groups with these keys; those that `kept` has are the same objects, as they are in a build that keeps them. */
function groupsOf(keys: Keys, kept = FileRecords.of(new Map())): Map<string, FileGroup> {
  return new Map(
    Object.entries(keys).map(([name, key]) => {
      const group = kept.get(name);
      return [name, group?.key === key ? group : groupOf(key, [], `of-${name}`)];
    }),
  );
}

function keysIn(records: FileRecords): Keys {
  return Object.fromEntries([...records].map(([name, { key }]) => [name, key]));
}

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`service-${String(i)}`, 'a']));

const sizes = (): Promise<number[]> =>
  Promise.all(files.map(async (name) => (await stat(join(build, name))).size));

describe('the records of a build', () => {
  it('are read as they were written, after any changes', async () => {
    const name = fc.constantFrom(...Object.keys(twenty), 'größe');
    const change = fc.dictionary(name, fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }), {
      maxKeys: 3,
    });

    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        let keys: Keys = twenty;
        let records = writeRecords(build, groupsOf(keys));
        for (const each of changes) {
          const before = records;
          const next = Object.entries({ ...keys, ...each }).filter(([, key]) => key !== undefined);
          const was = keys;
          keys = Object.fromEntries(next) as Keys;
          records = writeRecords(build, groupsOf(keys, before), before);
          const read = readRecords(build);
          const all = [...new Set([...Object.keys(was), ...Object.keys(keys)])];

          expect(keysIn(read)).toEqual(keys);
          expect([read.size, records.size]).toEqual([next.length, next.length]);
          expect(keysIn(readRecords(build, before))).toEqual(keys);
          expect(records.namesUnlike(before).sort()).toEqual(all.filter((id) => was[id] !== keys[id]).sort());
        }
      }),
      { numRuns: caseCount(25) },
    );
  });

  it('cost what has changed, until that is much', async () => {
    const first = writeRecords(build, groupsOf(twenty));
    const [whole] = await sizes();
    const second = writeRecords(build, groupsOf({ ...twenty, 'service-3': 'b' }, first), first);
    const [same, changes = Infinity] = await sizes();

    expect(same).toBe(whole);
    expect(changes).toBeLessThan(100);
    const many = Object.fromEntries(Object.keys(twenty).map((name, i) => [name, i < 5 ? 'c' : 'a']));
    writeRecords(build, groupsOf(many, second), second);
    expect(await readFile(join(build, files[0]), 'utf8')).toContain('service-4 c ');
  });

  it('are shared by another build with the same files', async () => {
    const other = await temporaryFolder();
    const records = writeRecords(build, groupsOf(twenty));
    expect(haveSameRecords(build, other)).toBe(false);
    shareRecords(build, other);

    expect(haveSameRecords(build, other)).toBe(true);
    writeRecords(other, groupsOf({ ...twenty, more: 'a' }, records), records);
    expect(haveSameRecords(build, other)).toBe(false);
    expect(keysIn(readRecords(build))).toEqual(twenty);
  });

  it.each(files)('are none where %s is missing, damaged or of another build', async (name) => {
    const file = join(build, name);
    const first = writeRecords(build, groupsOf(twenty));
    const foreign = await readFile(file);
    writeRecords(build, groupsOf({ ...twenty, more: 'a' }, first), first);
    const whole = await readFile(file);
    expect(readRecords(build).size).toBe(21);

    await truncate(file, whole.length - 1);
    expect(readRecords(build).size).toBe(0);
    await writeFile(file, '');
    expect(readRecords(build).size).toBe(0);
    await writeFile(file, foreign);
    await writeFile(join(build, files[0]), await changedWhole());
    expect(readRecords(build).size).toBe(0);
  });
});

/** A whole list, as another build has it. */
async function changedWhole(): Promise<Buffer> {
  const other = await temporaryFolder();
  writeRecords(other, groupsOf({ ...twenty, other: 'a' }));
  return readFile(join(other, files[0]));
}
