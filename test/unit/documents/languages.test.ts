import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstLanguage, furtherLanguages, type Language } from '../../../src/texts/languages.ts';

const folderOf = (language: Language): string =>
  join(import.meta.dirname, '../../../src/documents', language);
const namesIn = (language: Language): string[] => readdirSync(folderOf(language)).sort();

/** What a document has in every language: the sections that links lead to, its own links, and everything that is not prose. */
function partsOf(language: Language, name: string): object {
  const text = readFileSync(join(folderOf(language), name), 'utf8');
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([part]) => part);

  return {
    sections: all(/<h[23][^>]*>/g),
    code: all(/<(?:GuideCode|CodeBlock)\b[^>]*\/>/g),
    drawings: all(/<[A-Z]\w+ \/>/g),
    links: all(/\bhref="[^"]*"|localPath\([^)]*\)/g).sort(),
  };
}

describe.each(furtherLanguages)('the documents in the language %s', (language) => {
  it('are those of the first language', () => {
    expect(namesIn(language)).toEqual(namesIn(firstLanguage));
  });

  it.each(namesIn(firstLanguage))('have the same sections, code and links: %s', (name) => {
    expect(partsOf(language, name)).toEqual(partsOf(firstLanguage, name));
  });
});
