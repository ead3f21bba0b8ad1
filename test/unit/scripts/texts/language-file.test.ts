import { expect, it } from 'vitest';
import { readLanguageFile } from '../../../../scripts/texts/language-file.ts';

const language = '"language": {"name": "Polski", "locale": "pl-PL"}';

it('reads what a language is called, whose numbers it writes, and its texts', () => {
  expect(
    readLanguageFile('src/texts/pl.json', `{${language}, "home": {"home": {"try": "Na przykład"}}}`),
  ).toEqual({
    path: 'src/texts/pl.json',
    tag: 'pl',
    name: 'Polski',
    locale: 'pl-PL',
    texts: { home: { home: { try: 'Na przykład' } } },
  });
});

it.each([
  ['src/texts/Polski.json', '{}', 'is not named after a language; name it by its tag, such as fr.json'],
  ['src/texts/pl.json', '{', 'is not JSON: '],
  ['src/texts/pl.json', `{${language}, "a": "1", "a": "2"}`, 'the key "a" stands twice in one object'],
  ['src/texts/pl.json', `{${language}, "a": {"b": 1}}`, 'holds more than objects, lists and strings'],
  ['src/texts/pl.json', '"text"', 'holds more than objects, lists and strings'],
  [
    'src/texts/pl.json',
    '{}',
    'language: needs the name and a known locale; write it like {"name": "English"',
  ],
  ['src/texts/pl.json', '{"language": {"name": "Polski", "locale": "Poland!"}}', 'language: needs the name'],
])('refuses %s with %s', (path, text, fault) => {
  expect(() => readLanguageFile(path, text)).toThrow(`${path}: `);
  expect(() => readLanguageFile(path, text)).toThrow(fault);
});
