import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameOfSource, readSource } from '../../../../src/import/evidence/read-source.ts';
import { anAnswer } from '../../../fixtures/answers.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

type Outcome = Awaited<ReturnType<Parameters<typeof readSource>[1]['read']>>;

const answering = (outcome: Outcome) => ({ read: () => Promise.resolve(outcome) });
const nobody = { read: () => Promise.reject(new Error('nobody is asked')) };
const url = 'https://data.example.com/evidence.json';

describe('the source of evidence', () => {
  it('is a file', async () => {
    const file = join(await temporaryFolder(), 'evidence.json');
    await writeFile(file, '[]');

    expect(await readSource(file, nobody)).toBe('[]');
    await writeFile(file, Uint8Array.of(0xff));
    await expect(readSource(file, nobody)).rejects.toThrow(/is not UTF-8/);
    await truncate(file, 64 * 1024 * 1024 + 1);
    await expect(readSource(file, nobody)).rejects.toThrow(/more than 64 MiB/);
    await expect(readSource(`${file}-missing`, nobody)).rejects.toThrow(
      /cannot be read: there is no such file or folder; name/,
    );
  });

  it('is a URL', async () => {
    expect(await readSource(url, answering(anAnswer(200, '[]')))).toBe('[]');
  });

  it.each([
    [anAnswer(404), /answers HTTP 404/],
    [{ ...anAnswer(200), isCut: true }, /more than 64 MiB/],
    [
      { failure: 'address_refused', detail: '10.0.0.1 is private' } as const,
      /cannot be read: 10\.0\.0\.1 is private/,
    ],
  ])('is refused where it cannot be read', async (outcome, message) => {
    await expect(readSource(url, answering(outcome))).rejects.toThrow(message);
  });

  it('is named by its host or file, or by the operator', () => {
    expect(nameOfSource(url, undefined)).toBe('data.example.com');
    expect(nameOfSource('/srv/Paid-Data.json', undefined)).toBe('paid-data');
    expect(nameOfSource(url, 'paid-data')).toBe('paid-data');
    expect(() => nameOfSource('/srv/paid data.json', undefined)).toThrow(/give one .* with --source/);
    expect(() => nameOfSource(url, 'Paid')).toThrow(/is no name of a source/);
  });
});
