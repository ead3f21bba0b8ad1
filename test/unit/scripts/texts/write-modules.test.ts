import { describe, expect, it } from 'vitest';
import { type LanguageFile, readLanguageFile } from '../../../../scripts/texts/language-file.ts';
import { writeModules } from '../../../../scripts/texts/write-modules.ts';

const fileOf = (tag: string, texts: object): LanguageFile =>
  readLanguageFile(
    `src/texts/${tag}.json`,
    JSON.stringify({ language: { name: tag, locale: tag }, ...texts }),
  );

const english = fileOf('en', {
  page: {
    '@title': 'Of the page.',
    title: 'Rain',
    seen: 'Seen {day, date} by {who}',
    by: '{who, select, none {} other {by {who}}}',
    see: 'See <all>all</all>, <time/>',
    list: ['one', '{n, plural, one {#} other {# of them}}'],
    inCode: { '@placeholders': 'wait' },
  },
});

const written = (texts: object): string =>
  writeModules(fileOf('de', { page: texts }), english).get('page') ?? '';

describe('the module of a language', () => {
  it('exports each message as a string, a function of values, or one of elements', () => {
    expect(written({ title: 'Regen' })).toBe(
      [
        '// Made from src/texts/de.json by "npm run texts".',
        "import { dayText, pluralOf, decimalText } from '../formats.ts';",
        "import type { Worded } from '../worded.ts';",
        "import type { Translations } from '../message.ts';",
        'export const title: string = `Regen`;',
        'export const seen = (a: { readonly day: string | number; readonly who: string | number }): string => `Seen ${dayText(a.day)} by ${a.who}`;',
        "export const by = (a: { readonly who: string | number }): string => `${a.who === 'none' ? `` : `by ${a.who}`}`;",
        'export const see = <T>(a: { readonly all: (words: string) => T; readonly time: T }): Worded<T> => [`See `, a.all(`all`), `, `, a.time];',
        "export const list = [`one`, (a: { readonly n: string | number }): string => `${pluralOf(a.n) === 'one' ? `${decimalText(a.n)}` : `${decimalText(a.n)} of them`}`];",
        "export const inCode: Translations<'wait'> = {  };",
        '',
      ].join('\n'),
    );
  });

  it('has messages of its own where the English ones stand in the code', () => {
    expect(written({ inCode: { busy: 'Warten Sie {wait}' } })).toContain(
      '{ "busy": (a: { readonly wait: string | number }): string => `Warten Sie ${a.wait}` }',
    );
  });

  it('leaves out a placeholder that it does not need, if it says so', () => {
    expect(written({ seen: '{who, select, other {}}Am {day, date}' })).toContain('Am ${dayText(a.day)}`');
  });

  it.each<[object, string]>([
    [{ titel: 'Regen' }, 'page.titel: is not in src/texts/en.json; correct or remove it'],
    [{ title: {} }, 'page.title: is a message in English; write a string'],
    [{ list: 'eins' }, 'page.list: is a table in English; write one'],
    [{ list: ['eins', '{n, number}', 'drei'] }, 'page.list.2: is not in src/texts/en.json'],
    [{ inCode: 'jetzt' }, 'page.inCode: is a table in English; write one'],
    [{ title: '{name}' }, 'page.title: has {name}, which the message cannot fill; it may have: none'],
    [{ inCode: { a: '{b}' } }, 'page.inCode.a: has {b}, which the message cannot fill; it may have: {wait}'],
    [
      { see: '<script>x</script>' },
      'has <script>…</script>, which the message cannot fill; it may have: <all>…</all>, <time/>',
    ],
    [{ see: '<all/> <time/>' }, 'page.see: has <all/>, which the message cannot fill'],
    [
      { seen: 'Am {day, date}' },
      'page.seen: lacks {who}, which the English message has; put it where it belongs, or leave it out with {who, select, other {}}',
    ],
    [
      { see: '<all>alle</all>' },
      'page.see: lacks <time/>, which the English message has; put it where it belongs',
    ],
    [
      { by: '{who, select, keiner {} other {von {who}}}' },
      'page.by: selects "keiner" of who, which never occurs; write one of none',
    ],
    [{ title: '{' }, 'page.title: is no ICU message'],
  ])('is not made of %j', (texts, fault) => {
    expect(() => written(texts)).toThrow('src/texts/de.json: ');
    expect(() => written(texts)).toThrow(fault);
  });
});
