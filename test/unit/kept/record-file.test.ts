import { closeSync, openSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bytesIn, OpenFile } from '../../../src/kept/open-file.ts';
import { RecordDamaged } from '../../../src/kept/record-damaged.ts';
import { RecordReader, RecordWriter } from '../../../src/kept/record-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Lengths around everything that a reader may read at once. */
const lengths = [0, 1, 7, 300_000, 2 ** 18 - 8, 2 ** 18, 5, 2 ** 18 - 1, 100_000, 200_000, 0, 700_000, 3];

const contentOf = (length: number, number: number): Buffer => Buffer.alloc(length, number + 1);

/** A file with records of these lengths. */
async function aFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'records');
  const writer = new RecordWriter(path);
  for (const [number, length] of lengths.entries()) writer.add(contentOf(length, number));
  writer.finish();
  return path;
}

function reading<Result>(path: string, read: (records: RecordReader) => Result): Result {
  const file = openSync(path, 'r');
  try {
    return read(new RecordReader(file));
  } finally {
    closeSync(file);
  }
}

describe('a file of records', () => {
  it('gives records of any length in turn, and nothing after the last', async () => {
    reading(await aFile(), (records) => {
      for (const [number, length] of lengths.entries()) {
        expect(records.next().equals(contentOf(length, number)), String(number)).toBe(true);
      }
      expect(() => records.next()).toThrow(RecordDamaged);
    });
  });

  it('gives records to keep, each in memory that threads can share', async () => {
    const taken = reading(await aFile(), (records) => lengths.map(() => records.take()));

    for (const [number, length] of lengths.entries()) {
      expect(taken[number]?.equals(contentOf(length, number)), String(number)).toBe(true);
    }
    const memory = taken.map(({ buffer }) => buffer);
    expect(memory.every((buffer) => buffer instanceof SharedArrayBuffer)).toBe(true);
    expect(new Set(memory).size).toBe(lengths.length);
  });

  it('tells where records are that stay there', async () => {
    const path = await aFile();
    const ranges = reading(path, (records) => lengths.map(() => records.leave()));
    const file = OpenFile.at(path);
    onTestFinished(() => {
      file.close();
    });

    for (const [number, length] of lengths.entries()) {
      const { at } = ranges[number] ?? { at: Number.NaN };
      const part = { file, at, length };
      expect(ranges[number]).toEqual({ at, length });
      expect(bytesIn(part, 0, length).equals(contentOf(length, number)), String(number)).toBe(true);
    }
  });

  it('tells a damaged record that is to stay there', async () => {
    const path = await aFile();
    const bytes = await readFile(path);
    bytes[500] = 0;
    await writeFile(path, bytes);

    reading(path, (records) => {
      for (let number = 0; number < 3; number += 1) records.leave();
      expect(() => records.leave()).toThrow(RecordDamaged);
    });
  });

  it.each([2, 3])('gives the same where all but every %i. record are skipped', async (step) => {
    reading(await aFile(), (records) => {
      for (const [number, length] of lengths.entries()) {
        if (number % step !== 0) records.skip();
        else expect(records.next().equals(contentOf(length, number)), String(number)).toBe(true);
      }
    });
  });

  it('is damaged where it ends within a record', async () => {
    const path = await aFile();
    await truncate(path, 250_000);

    reading(path, (records) => {
      for (let number = 0; number < 3; number += 1) records.next();
      expect(() => records.next()).toThrow(RecordDamaged);
    });
    reading(path, (records) => {
      for (let number = 0; number < 3; number += 1) records.take();
      expect(() => records.take()).toThrow(RecordDamaged);
    });
    reading(path, (records) => {
      for (let number = 0; number < 3; number += 1) records.leave();
      expect(() => records.leave()).toThrow(RecordDamaged);
    });
  });
});
