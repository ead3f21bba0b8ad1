import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord, withoutFormulas } from '../../../src/views/csv.ts';
import { caseCount } from '../../support/cases.ts';

const read = (text: string, delimiter = ','): string[][] =>
  parse(text, { delimiter, record_delimiter: '\r\n' });

/** Texts of the characters that matter here. */
const texts = fc.string({
  unit: fc.constantFrom(...Array.from('=+-@＝＋－＠﹢﹣﹦﹫−\',;"\t\r\n |ab1\u200d\u00a0')),
  maxLength: 12,
});

/** As a spreadsheet decides: what blanks, invisible characters and tabs may stand before. */
const isFormula = (cell: string): boolean => /^[\s\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r\n]/u.test(cell);

describe('a record', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a', 1, null, 0.5], 'a,1,,0.5\r\n'],
    [[['base', 'eip155:480'], []], 'base eip155:480,\r\n'],
    [
      ['rain, snow', 'say "hi"', 'two\nlines', ' padded'],
      '"rain, snow","say ""hi""","two\nlines"," padded"\r\n',
    ],
    [['', 'é', 'مطر', '🌧️'], ',é,مطر,🌧️\r\n'],
  ])('of %j is %j', (cells, text) => {
    expect(csvRecord(cells)).toBe(text);
  });

  it('is read back by a parser, with one cell for each, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 5 }), (cells) => {
        expect(read(csvRecord(cells))).toEqual([cells.map(withoutFormulas)]);
      }),
    );
  });
});

describe('a cell that would begin a formula', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1', "'+49 30 1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['－1', "'－1"],
    ['  =1', "'  =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200d=1', "'\u200d=1"],
    ['\tcmd', "'\tcmd"],
    ['\r=1', "'\r'=1"],
    ["'=1", "''=1"],
    ['a;=1', "a;'=1"],
    ['a; -1', "a;' -1"],
    ['a\n=1', "a\n'=1"],
  ])('has an apostrophe before it: %j', (text, guarded) => {
    expect(withoutFormulas(text)).toBe(guarded);
  });

  it.each(['a=1', 'rain - radar', "it's", "'quoted'", 'a@b.example', '1-2', 'a; b', 'x＝1'])(
    'and others stay as they are: %j',
    (text) => {
      expect(withoutFormulas(text)).toBe(text);
    },
  );

  it('occurs neither where commas separate cells nor where semicolons do', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [[, cell = ''] = []] = read(csvRecord(['a', text]));
        const naive = cell.split(/[;\t\r\n]/);

        expect(isFormula(cell)).toBe(false);
        expect(naive.slice(1).filter((part) => isFormula(part))).toEqual([]);
      }),
    );
  });

  it('leaves numbers as they are', () => {
    expect(csvRecord([-1, 0, 1e21])).toBe('-1,0,1e+21\r\n');
  });

  it('can be undone', () => {
    const blank = "(?:[^\\S\\t\\r\\n]|['\\p{Cf}])*";
    const guard = new RegExp(
      `(?:^|(?<=[;\\t\\r\\n]))'(?=${blank}[=+\\-@＝＋－＠﹢﹣﹦﹫−])|^'(?=${blank}[\\t\\r\\n])`,
      'gu',
    );

    fc.assert(
      fc.property(texts, (text) => {
        expect(withoutFormulas(text).replaceAll(guard, '')).toBe(text);
      }),
      { numRuns: caseCount(300) },
    );
  });
});
