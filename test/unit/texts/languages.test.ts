import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLanguageFile, type Texts } from '../../../scripts/texts/language-file.ts';
import {
  findLanguage,
  firstLanguage,
  furtherLanguages,
  type Language,
  languages,
  pathIn,
  readPath,
} from '../../../src/texts/languages.ts';

const src = join(import.meta.dirname, '../../../src');

const documentsIn = (language: Language): string[] =>
  globSync('*', { cwd: join(src, 'documents', language) }).sort();

/** The messages of a language by their keys, such as `status.stateWords.verified.label`. */
function messagesIn(language: Language): Map<string, string> {
  const path = `texts/${language}.json`;
  const { texts } = readLanguageFile(path, readFileSync(join(src, path), 'utf8'));

  return new Map(leavesOf(texts, ''));
}

function leavesOf(texts: Texts, key: string): [string, string][] {
  if (typeof texts === 'string') return [[key, texts]];

  return Object.entries(texts)
    .filter(([name]) => !name.startsWith('@'))
    .flatMap(([name, text]) => leavesOf(text, `${key}.${name}`));
}

const english = messagesIn(firstLanguage);

describe.each(furtherLanguages)('the texts in %s', (language) => {
  const own = messagesIn(language);

  it('repeat no sentence of the first language', () => {
    const repeated = [...own].filter(([key, text]) => /\w \w+ \w/.test(text) && text === english.get(key));

    expect(repeated).toEqual([]);
  });

  it('leave nothing empty', () => {
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have all documents or none', () => {
    expect(existsSync(join(src, 'documents', language)) ? documentsIn(language) : null).toBeOneOf([
      null,
      documentsIn(firstLanguage),
    ]);
  });

  it('have endings of words that a search can drop', () => {
    expect(() => new RegExp(own.get('.document-search.wordEndings') ?? '')).not.toThrow();
  });
});

it('German lacks no message', () => {
  const own = messagesIn('de');

  expect([...english.keys()].filter((key) => !own.has(key))).toEqual([]);
});

it('has addresses of each page in every language', () => {
  for (const language of languages) {
    expect(readPath(pathIn(language, '/docs/'))).toEqual({ language, plain: '/docs/' });
    expect(findLanguage(`${language}-XX`)).toBe(language);
  }
});
