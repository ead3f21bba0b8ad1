import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { mostAgeDays } from '../../../src/outcomes/judge.ts';
import { constants } from '../../../src/outcomes/summary.ts';

const page = await readFile(new URL('../../../docs/outcomes.md', import.meta.url), 'utf8');

it('documents each constant of the rules with its value', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| ([\d.]+) +\|/gm)].map(([, name = '', value]) => [
    name,
    Number(value),
  ]);

  expect(Object.fromEntries(rows)).toEqual(constants);
  expect(page).toContain(`at most ${String(mostAgeDays)} days old`);
});

it('is a page of at most 900 words', () => {
  const words = page.split(/\s+/).filter((word) => /\w/.test(word));

  expect(words.length).toBeLessThanOrEqual(900);
});
