import { describe, expect, it } from 'vitest';
import { compileMessage, MessageFault } from '../../../../scripts/texts/compile-message.ts';

/** What an expression is for some values, as a page would have it. */
function valueOf(source: string, values: object = {}, tag = 'en'): unknown {
  const functions = {
    pluralOf: (count: number) => new Intl.PluralRules(tag).select(count),
    decimalText: (value: number) => `#${String(value)}`,
    percentText: (value: number) => `${String(value)} %`,
    dayText: (value: string) => `day ${value}`,
  };
  const { code } = compileMessage(source, tag);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- this is what the compiler makes: code, of messages of this test
  const evaluate = new Function('a', ...Object.keys(functions), `return ${code};`) as (
    ...given: unknown[]
  ) => unknown;

  return evaluate(values, ...Object.values(functions));
}

describe('a message', () => {
  it.each([
    ['Rain Radar', {}, 'Rain Radar'],
    ['{name} is gone', { name: 'Rain' }, 'Rain is gone'],
    ['{count, number} services', { count: 7 }, '#7 services'],
    ['{share, number, percent} up', { share: 99 }, '99 % up'],
    ['since {day, date}', { day: '2026' }, 'since day 2026'],
    ['{n, plural, =0 {none} one {# thing} other {# things}}', { n: 0 }, 'none'],
    ['{n, plural, =0 {none} one {# thing} other {# things}}', { n: 1 }, '#1 thing'],
    ['{n, plural, =0 {none} one {# thing} other {# things}}', { n: 2 }, '#2 things'],
    ['{by, select, none {without a proof} other {by {by}}}', { by: 'none' }, 'without a proof'],
    ['{by, select, none {without a proof} other {by {by}}}', { by: 'dns' }, 'by dns'],
  ])('%s of %j says: %s', (source, values, text) => {
    expect(valueOf(source, values)).toBe(text);
  });

  it('counts by the rules of its language', () => {
    const source = '{n, plural, one {# usługa} few {# usługi} many {# usług} other {# usługi}}';

    expect([1, 3, 5].map((n) => valueOf(source, { n }, 'pl'))).toEqual([
      '#1 usługa',
      '#3 usługi',
      '#5 usług',
    ]);
  });

  it('has elements among its words, in the order of its language', () => {
    const link = (words: string) => ({ words });

    expect(valueOf('Checked on <time/>.', { time: 'T' })).toEqual(['Checked on ', 'T', '.']);
    expect(valueOf('<link>All {n}</link>, {n} of them', { link, n: 3 })).toEqual([
      { words: 'All 3' },
      ', 3 of them',
    ]);
    expect(valueOf('{n, select, none {} other {until <day/>}}!', { n: 1, day: 'D' })).toEqual([
      'until ',
      'D',
      '!',
    ]);
  });

  it.each([
    ["'<script>'alert(1)'</script>'", '<script>alert(1)</script>'],
    ["`$'{'process.exit()'}'`", '`${process.exit()}`'],
    ['`; throw 1; `', '`; throw 1; `'],
    ['\\` \\u0041', '\\` \\u0041'],
  ])('is text, whatever it holds: %s', (source, text) => {
    expect(valueOf(source)).toBe(text);
    expect(valueOf(`${source} {a}`, { a: '<b>' })).toBe(`${text} <b>`);
  });

  it.each([
    ['{count', 'is no ICU message: expect argument closing brace, at character 1; close each brace'],
    ['<b>rain', 'is no ICU message: unclosed tag, at character 1'],
    ['{n, plural, one {#}}', 'is no ICU message: missing other clause'],
    [
      '{n, plural, few {#} other {#}}',
      'has the plural "few", which this language does not have; choose from one, other',
    ],
    ['{n, selectordinal, one {#} other {#}}', 'has selectordinal or an offset'],
    [
      '{n, number, ::currency/EUR}',
      'has a format that is not known here; write {x}, {x, number}, {x, number, percent}, {x, date}',
    ],
    ['{day, date, full}', 'has a format that is not known here'],
    ['{at, time}', 'has a format that is not known here; write {x}, {x, number}'],
    ['<a>one <b/> two</a>', 'has a tag within a tag; write one after the other'],
    ['{day} <day/>', 'uses "day" in two ways; give one of them another name'],
    ['{0}', 'has the placeholder "0"; write its name in letters and digits'],
  ])('%s is refused: it %s', (source, fault) => {
    expect(() => compileMessage(source, 'en')).toThrow(MessageFault);
    expect(() => compileMessage(source, 'en')).toThrow(fault);
  });
});
