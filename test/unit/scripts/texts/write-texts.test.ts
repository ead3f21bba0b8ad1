import { copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTexts } from '../../../../scripts/texts/write-texts.ts';
import type * as History from '../../../../src/texts/en/history.ts';
import type * as Home from '../../../../src/texts/en/home.ts';
import type * as LanguageList from '../../../../src/texts/language-list.ts';
import type * as Language from '../../../../src/texts/en/language.ts';
import type * as Nouns from '../../../../src/texts/en/nouns.ts';
import type * as Refusals from '../../../../src/texts/en/refusals.ts';

const texts = join(import.meta.dirname, '../../../../src/texts');
let folder: string;

/** A language of three messages. */
const polish = {
  language: { name: 'Polski', locale: 'pl-PL' },
  home: { home: { heading: 'Znajdź API', nothingYet: '<register>Zarejestruj</register> pierwszą usługę.' } },
  nouns: {
    nouns: { service: '{count, plural, one {# usługa} few {# usługi} many {# usług} other {# usługi}}' },
  },
};

async function write(name: string, value: unknown): Promise<void> {
  await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
}

const load = async (path: string): Promise<unknown> => import(join(folder, path));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'));
  await copyFile(join(texts, 'en.json'), join(folder, 'en.json'));
  await copyFile(join(texts, 'de.json'), join(folder, 'de.json'));
  await write('pl.json', polish);
  await write(
    'formats.ts',
    `export const pluralOf = (count) => new Intl.PluralRules('pl').select(count);
     export const [decimalText, percentText, dayText] = [String, String, String];`,
  );
  await writeTexts(folder);
});

afterAll(() => rm(folder, { recursive: true }));

describe('a language is one file', () => {
  it('which names it beside the others', async () => {
    const { languageNames } = (await load('language-list.ts')) as typeof LanguageList;

    expect(Object.entries(languageNames)).toEqual([
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['pl', 'Polski'],
    ]);
  });

  it('whose numbers are written as where it is spoken', async () => {
    const { language, locale, separators } = (await load('pl/language.ts')) as typeof Language;

    expect([language, locale, separators]).toEqual(['pl', 'pl-PL', { thousands: '\u00a0', decimal: ',' }]);
  });

  it('with its own messages, and those in English where it has none', async () => {
    const { home, newServices } = (await load('pl/home.ts')) as typeof Home;
    const { nouns } = (await load('pl/nouns.ts')) as typeof Nouns;

    expect([home.heading, home.title, newServices]).toEqual([
      'Znajdź API',
      'Tollbook: APIs that charge per request',
      'New',
    ]);
    expect(home.nothingYet({ register: (words) => words.toUpperCase() })).toEqual([
      'ZAREJESTRUJ',
      ' pierwszą usługę.',
    ]);
    expect([1, 3, 5].map((count) => nouns.service({ count }))).toEqual(['1 usługa', '3 usługi', '5 usług']);
    expect(nouns.response({ count: 5 })).toBe('5 responses');
  });

  it('with every module of the first one', async () => {
    expect(await readdir(join(folder, 'pl'))).toEqual(await readdir(join(folder, 'en')));
    const { history } = (await load('pl/history.ts')) as typeof History;
    const { refusalSentences } = (await load('pl/refusals.ts')) as typeof Refusals;

    expect(history.title({ name: 'Rain', page: 1 })).toBe('History of Rain');
    expect(refusalSentences).toEqual({});
  });
});

describe('making the modules', () => {
  it('writes nothing where nothing changed, and removes what no message makes', async () => {
    const before = (await stat(join(folder, 'pl/home.ts'))).mtimeMs;
    await write('pl/old.ts', '');
    await writeTexts(folder);

    expect((await stat(join(folder, 'pl/home.ts'))).mtimeMs).toBe(before);
    expect(await readdir(join(folder, 'pl'))).not.toContain('old.ts');
  });

  it('removes the modules of a language without a file', async () => {
    await write('fr.json', { language: { name: 'Français', locale: 'fr-FR' } });
    await writeTexts(folder);
    expect(await readdir(folder)).toContain('fr');
    await rm(join(folder, 'fr.json'));
    await writeTexts(folder);

    expect(await readdir(folder)).not.toContain('fr');
  });

  it('stops at a bad file, with a line that names it', async () => {
    await write(
      'fr.json',
      '{"language": {"name": "Français", "locale": "fr-FR"}, "home": {"home": {"heading": "{"}}}',
    );

    await expect(writeTexts(folder)).rejects.toThrow(
      'src/texts/fr.json: home.home.heading: is no ICU message',
    );
    await rm(join(folder, 'fr.json'));
  });

  it('needs the file of the first language', async () => {
    await rm(join(folder, 'en.json'));

    await expect(writeTexts(folder)).rejects.toThrow('en.json');
  });
});
