import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { maxAgeDays } from '../../../src/outcomes/judge.ts';
import { constants } from '../../../src/outcomes/summary.ts';

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = await read('docs/outcomes.md');

it('documents each constant of the rules with its value', async () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| ([\d.]+) +\|/gm)].map(([, name = '', value]) => [
    name,
    Number(value),
  ]);

  expect(Object.fromEntries(rows)).toEqual(constants);
  expect(await read('src/documents/en/Payments.astro')).toContain(`at most ${String(maxAgeDays)} days old`);
});

it('is a page of at most 900 words', () => {
  const words = page.split(/\s+/).filter((word) => /\w/.test(word));

  expect(words.length).toBeLessThanOrEqual(900);
});
