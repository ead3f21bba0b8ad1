import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { VectorFile } from '../../../../src/adapters/embedding/vector-file.ts';
import type { KeyedVector } from '../../../../src/domain/meaning.ts';
import { runProgram } from '../../../support/programs.ts';
import { inFolder as it } from '../../../support/temporary-folder.ts';

const record = (key: number, ...vector: number[]): KeyedVector => ({ key, vector: Int8Array.from(vector) });
const [first, second, third] = [
  record(1, 127, -127, 0),
  record(2 ** 53 - 1, 1, 2, 3),
  record(0.5, -1, 100, 7),
] as const;

/** A file of vectors as a process that starts now sees it. */
const openFile = (folder: string): VectorFile => new VectorFile(folder, 'acme/model');

async function contentOf(file: VectorFile): Promise<KeyedVector[]> {
  const all: KeyedVector[] = [];
  for await (const records of file.read()) all.push(...records);
  return all;
}

async function pathIn(folder: string): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'vectors'));
  return join(folder, 'vectors', name);
}

describe.concurrent('a file of vectors', () => {
  it('gives back what was appended, in order', async ({ folder }) => {
    const file = openFile(folder);
    expect(await contentOf(file)).toEqual([]);

    await file.append([first, second]);
    await file.append([]);
    await file.append([third]);
    expect(await contentOf(file)).toEqual([first, second, third]);
    expect(await contentOf(openFile(folder))).toEqual([first, second, third]);
  });

  it('begins with another file, which stays as it is, where there is none', async ({ folder }) => {
    await openFile(folder).append([first]);
    const beginning = await pathIn(folder);
    const copy = new VectorFile(join(folder, 'copy'), 'acme/model', beginning);
    expect(await contentOf(copy)).toEqual([first]);

    await copy.append([second]);
    expect(await contentOf(copy)).toEqual([first, second]);
    expect(await contentOf(openFile(folder))).toEqual([first]);
  });

  it('gives back more records than it reads at once', async ({ folder }) => {
    const records = Array.from({ length: 2_048 }, (_, i) => record(i, i % 100, -(i % 7)));
    await openFile(folder).append(records);
    expect(await contentOf(openFile(folder))).toEqual(records);

    await openFile(folder).append([record(-1, 5, 5)]);
    expect(await contentOf(openFile(folder))).toEqual([...records, record(-1, 5, 5)]);
  });

  it('takes records from several processes', async ({ folder }) => {
    await openFile(folder).append([record(0, 1, 2, 3)]);
    const ended = await Promise.all([1, 2].map((key) => runProgram('append-vectors', [folder, String(key)])));

    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ]);
    const keys = (await contentOf(openFile(folder))).map(({ key }) => key).sort();
    expect(keys).toEqual([0, ...Array<number>(50).fill(1), ...Array<number>(50).fill(2)]);
  });

  it('keeps the vectors of one model apart from those of another, whatever their names', async ({
    folder,
  }) => {
    const names = ['acme/model', 'acme_model', '../model', '/a/folder', `/${'deep/'.repeat(100)}model`];
    for (const [i, name] of names.entries()) await new VectorFile(folder, name).append([record(i, 1)]);

    for (const [i, name] of names.entries()) {
      expect(await contentOf(new VectorFile(folder, name))).toEqual([record(i, 1)]);
    }
    expect(await readdir(folder)).toEqual(['vectors']);
  });

  it('loses only its torn end wherever it is cut, and goes on from there', async ({ folder }) => {
    await openFile(folder).append([first, second]);
    const path = await pathIn(folder);
    const whole = await readFile(path);
    const length = (whole.length - 8) / 2;

    for (let size = 0; size < whole.length; size += 1) {
      const intact = [first, second].slice(0, Math.max(0, Math.floor((size - 8) / length)));
      for (const isReadBefore of [true, false]) {
        await writeFile(path, whole.subarray(0, size));
        const file = openFile(folder);
        if (isReadBefore) expect(await contentOf(file), String(size)).toEqual(intact);
        await file.append([third]);
        expect(await contentOf(openFile(folder)), String(size)).toEqual([...intact, third]);
      }
    }
  });

  it('drops what follows a damaged byte wherever it is, and goes on from there', async ({ folder }) => {
    await openFile(folder).append([first, second]);
    const path = await pathIn(folder);
    const whole = await readFile(path);
    const length = (whole.length - 8) / 2;

    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(whole.readUInt8(at) ^ (1 << (at % 8)), at);
      await writeFile(path, damaged);

      const intact = [first, second].slice(0, Math.max(0, Math.floor((at - 8) / length)));
      expect(await contentOf(openFile(folder)), String(at)).toEqual(intact);
      // Another process than the one that met the damage.
      await openFile(folder).append([third]);
      expect(await contentOf(openFile(folder)), String(at)).toEqual([...intact, third]);
    }
  });

  it('starts over after it was deleted, even while it is in use', async ({ folder }) => {
    const file = openFile(folder);
    await file.append([first]);
    await contentOf(file);
    await rm(join(folder, 'vectors'), { recursive: true });

    expect(await contentOf(file)).toEqual([]);
    await file.append([second]);
    expect(await contentOf(openFile(folder))).toEqual([second]);
  });

  it('starts over when a model of the same name has another number of dimensions', async ({ folder }) => {
    await openFile(folder).append([first, second]);
    const wider = record(7, 1, 2, 3, 4);
    await openFile(folder).append([wider]);

    expect(await contentOf(openFile(folder))).toEqual([wider]);
  });

  it('can be replaced, and leaves no other file behind', async ({ folder }) => {
    const file = openFile(folder);
    await file.append([first, second]);
    await file.replace([third]);
    await file.append([first]);
    expect(await contentOf(openFile(folder))).toEqual([third, first]);

    await file.replace([]);
    expect(await contentOf(openFile(folder))).toEqual([]);
    await file.append([second]);
    expect(await contentOf(openFile(folder))).toEqual([second]);
    expect(await readdir(join(folder, 'vectors'))).toHaveLength(1);
  });
});
