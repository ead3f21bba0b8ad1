import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Dictionary } from '../../../../src/search/languages/dictionary.ts';
import { languages } from '../../../../src/search/languages/languages.ts';
import { tokensOf } from '../../../../src/search/languages/tokens.ts';

const folder = join(import.meta.dirname, '../../../../src/search/languages/dictionaries');

const English = z.string().regex(/^[a-z0-9][a-z0-9 .&/'-]*$/);
const Forms = z.string().regex(/^[^,]*[^,\s](?:, [^,\s][^,]*)*$/u, 'forms, separated by a comma and a space');
const Table = z.record(English, Forms);
const File = z.strictObject({
  name: z.string().regex(/^[A-Z][a-z]+(?: [A-Z][a-z]+)*$/),
  licence: z.string().regex(/^[A-Za-z0-9.-]+, \S/, 'an SPDX identifier, and the origin'),
  words: Table,
  demands: Table,
  ignore: z.string().regex(/^\S+(?: \S+)*$/u, 'words, separated by one space'),
});

/** The English that the rules for sentences read, and that most languages can say. */
const demands = [
  'at most',
  'or less',
  'per call',
  'cheapest',
  'verified',
  'free calls',
  'without',
  'on',
  'cent',
  'dollar',
];

describe.each(languages().map((language) => [language.code, language] as const))(
  'the dictionary %s',
  (_code, { file, grammar }) => {
    const forms = [...Object.values(file.demands), ...Object.values(file.words)].flatMap((list) =>
      list.split(', '),
    );

    it('has the shape that it is read by', () => {
      expect(File.safeParse(file).error?.issues ?? []).toEqual([]);
    });

    it('gives each form one meaning', () => {
      const seen = new Set<string>();
      const twice = forms.filter((form) => seen.size === seen.add(form).size);

      expect(twice).toEqual([]);
    });

    it('is written in lower case, in composed letters', () => {
      const others = [...forms, ...file.ignore.split(' ')].filter(
        (form) => form !== form.normalize('NFKC').toLowerCase(),
      );

      expect(others).toEqual([]);
    });

    it('finds each of its forms', () => {
      const dictionary = new Dictionary(file, grammar);
      const lost = forms.filter((form) => {
        const { tokens } = tokensOf(form);
        return dictionary.exactly(tokens, 0)?.length !== tokens.length;
      });

      expect(lost).toEqual([]);
    });

    it('can say what people demand', () => {
      expect(Object.keys(file.demands)).toEqual(expect.arrayContaining(demands));
      expect('under' in file.demands || 'exclusive' in file.demands).toBe(true);
    });
  },
);

it('every file of a language is in use', () => {
  const codes = globSync('*.json', { cwd: folder }).map((file) => basename(file, '.json'));

  expect(
    languages()
      .map(({ code }) => code)
      .sort(),
  ).toEqual(codes.sort());
});
