import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstLanguage, furtherLanguages } from '../../../src/texts/languages.ts';

const src = join(import.meta.dirname, '../../../src');

const filesOf = (room: string, language: string): string[] =>
  globSync('**/*', { cwd: join(src, room, language), withFileTypes: false })
    .filter((file) => /\.\w+$/.test(file))
    .sort();

/** The places of all texts in what a module exports, such as `stateWords.verified.label`; functions count as texts. */
function textsIn(value: unknown, place = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[place, value]]);

  return new Map(
    Object.entries(value).flatMap(([name, part]) => [
      ...textsIn(part, place === '' ? name : `${place}.${name}`),
    ]),
  );
}

async function readTexts(language: string, file: string): Promise<Map<string, unknown>> {
  return textsIn({ ...((await import(join(src, 'texts', language, file))) as object) });
}

describe.each(furtherLanguages)('the texts in %s', (language) => {
  it.each(['texts', 'documents'])('have the same files of %s as those in the first language', (room) => {
    expect(filesOf(room, language)).toEqual(filesOf(room, firstLanguage));
  });

  it.each(filesOf('texts', firstLanguage))('lack nothing of %s', async (file) => {
    const [first, own] = [await readTexts(firstLanguage, file), await readTexts(language, file)];

    // Where the API itself says it in English, only the other languages have words of their own.
    expect([...own.keys()]).toEqual(expect.arrayContaining([...first.keys()]));
    for (const [place, text] of own) {
      if (first.has(place)) expect.soft(typeof text, place).toBe(typeof first.get(place));
      if (first.get(place) !== '') expect.soft(text, place).not.toBe('');
    }
  });

  it.each(filesOf('texts', firstLanguage))('repeat no sentence of %s', async (file) => {
    const first = await readTexts(firstLanguage, file);
    const repeated = [...(await readTexts(language, file))].filter(
      ([place, text]) => typeof text === 'string' && /\w \w+ \w/.test(text) && text === first.get(place),
    );

    expect(repeated).toEqual([]);
  });
});
