import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codePoints,
  hiddenCharacter,
  normalizeParagraph,
  lineFaults,
  printable,
  printableLines,
  quoted,
} from '../../../src/domain/plain-text.ts';
import { plainText } from '../../../src/domain/plain-text-schema.ts';
import { cpuMs } from '../../support/growth.ts';

const text = plainText(10, { description: 'a text', examples: ['a'] });
const faultsOf = (value: string): string[] =>
  text.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a text', () => {
  it.each([
    ['Rain', 'Rain'],
    ['  Rain \u00a0', 'Rain'],
    ['\ufeffRain\ufeff', 'Rain'],
    ['\r\nRain\n', 'Rain'],
    ['e\u0301', 'é'],
    ['\u212b', 'Å'],
    ['한국', '한국'],
    ['天気予報', '天気予報'],
    ['مرحبا', 'مرحبا'],
    ['👩‍💻', '👩‍💻'],
    ['❤️', '❤️'],
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्‍ष'],
    ['<b>', '<b>'],
    ['ﬁ', 'ﬁ'],
  ])('%j is normalized and trimmed to %j', (given, expected) => {
    expect(text.parse(given)).toBe(expected);
  });

  it('is stable when it is parsed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (given) => {
        const read = text.safeParse(given);
        if (read.success) expect(text.parse(read.data)).toBe(read.data);
      }),
    );
  });

  it.each(['', ' ', '\t\n', '\u00a0', '\u3000', '\ufeff', '\u200d', '\u200c\u200d', '\ufe0f', '\u0301'])(
    '%j is empty',
    (given) => {
      expect(faultsOf(given)).toEqual(['text_empty']);
    },
  );
});

describe('the length of a text', () => {
  it.each([
    ['a'.repeat(10)],
    ['é'.repeat(10)],
    ['e\u0301'.repeat(10)],
    ['🌧'.repeat(10)],
    ['𝒳'.repeat(10)],
    [`  ${'a'.repeat(10)}  `],
  ])('%j may be ten code points', (given) => {
    expect(codePoints(text.parse(given))).toBe(10);
  });

  it.each([
    ['a'.repeat(11)],
    ['🌧'.repeat(11)],
    // The family emoji is seven code points, although it looks like one character.
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
    // NFC decomposes this letter into two.
    ['\u0958'.repeat(6)],
  ])('%j may not be more than ten code points', (given) => {
    expect(faultsOf(given)).toEqual(['text_too_long']);
  });

  it('counts code points as iteration does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        expect(codePoints(given)).toBe(Array.from(given).length);
      }),
    );
  });
});

describe('a hidden character', () => {
  const hidden: Record<string, readonly number[]> = {
    'control character': [0x00, 0x01, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f],
    'line or paragraph separator': [0x2028, 0x2029],
    'bidirectional mark, embedding, override or isolate': [
      0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ],
    'zero-width character': [0x200b, 0x2060, 0xfeff, 0x00ad, 0x180e],
    'invisible operator': [0x2061, 0x2062, 0x2063, 0x2064],
    filler: [0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0],
    'deprecated format character': [0x206a, 0x206f],
    'interlinear annotation': [0xfff9, 0xfffa, 0xfffb],
    'tag character': [0xe0001, 0xe0020, 0xe0041, 0xe007f],
    'variation selector of the supplement': [0xe0100, 0xe01ef],
    'musical or shorthand control': [0x1bca0, 0x1d173],
    noncharacter: [0xfdd0, 0xfffe, 0xffff, 0x1ffff, 0x10ffff],
    'lone surrogate': [0xd800, 0xdbff, 0xdc00, 0xdfff],
  };
  const rows = Object.entries(hidden).flatMap(([kind, codes]) =>
    codes.map((code) => ({
      kind,
      name: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      char: String.fromCodePoint(code),
    })),
  );

  it.each(rows)('is refused and named: $kind $name', ({ name, char }) => {
    expect(faultsOf(`a${char}b`)).toEqual(['text_hidden_character']);
    expect(hiddenCharacter(`a${char}b`)).toBe(name);
  });

  it('does not include those that scripts and emoji need', () => {
    expect(hiddenCharacter('a\u200c\u200d\ufe0e\ufe0f\u0301\u05d0\u0627')).toBeUndefined();
  });

  it('is reported together with the length', () => {
    expect(faultsOf(`${'a'.repeat(10)}\u202e`)).toEqual(['text_too_long', 'text_hidden_character']);
  });
});

describe('printable', () => {
  it.each([
    ['\u001b]0;owned\u0007\u001b[31mred', 'U+001B]0;ownedU+0007U+001B[31mred'],
    ['\u009b31m', 'U+009B31m'],
    ['a\nb\rc\u0085d\u2028e', 'aU+000AbU+000DcU+0085dU+2028e'],
    ['::error file=a::b', 'U+003A:error file=a::b'],
    [' \u00a0::set-output name=a::b', ' \u00a0U+003A:set-output name=a::b'],
    ['a ##[group]b ##[error]', 'a #U+0023[group]b #U+0023[error]'],
    ['###[group]', '##U+0023[group]'],
    ['https://[::1]/ : a::b', 'https://[::1]/ : a::b'],
    ['Grüße, 世界 🌦', 'Grüße, 世界 🌦'],
  ])('turns %j into %j', (text, line) => {
    expect(printable(text)).toBe(line);
  });

  it('shortens long texts', () => {
    expect(printable('🌧'.repeat(501))).toBe(`${'🌧'.repeat(497)}…`);
    expect(printable('🌧'.repeat(500))).toBe('🌧'.repeat(500));
    expect(printable('abcdef', 5)).toBe('ab…');
  });

  it('keeps lines apart, and defuses commands in each', () => {
    expect(printableLines('a\n::error::b\r\n\u001bc')).toBe('a\nU+003A:error::b\nU+001Bc');
    expect(printableLines('a\n'.repeat(1_000)).split('\n')).toHaveLength(101);
  });

  it('never lets a hidden character or command through', () => {
    const unit = fc.constantFrom(':', '#', '[', ' ', '\n', '\r', '\u001b', '\u202e', '\ud83c', '🌧', 'a');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const line = printable(text);
        expect(hiddenCharacter(line)).toBeUndefined();
        expect(line).not.toMatch(/^\s*::|##\[/);
        expect(line.trimStart().startsWith('::')).toBe(false);
      }),
    );
  });

  it('takes time only for what it keeps, however long the text', () => {
    const [short, long] = [10_000, 10_000_000].map((length) => '\u202e'.repeat(length));
    const costOf = (text = ''): number => cpuMs(() => [quoted(text), printable(text)]);

    expect(costOf(long) / costOf(short)).toBeLessThan(10);
  });
});

describe('a text in several lines', () => {
  it.each([
    ['Line 1\n\n- a\n- b', 'Line 1 - a - b'],
    ['a\r\nb\tc\u2028d', 'a b c d'],
    ['two  spaces', 'two  spaces'],
    ['  a  \n  b  ', 'a b'],
    ['\n', ''],
  ])('%j is normalized to %j', (given, expected) => {
    expect(normalizeParagraph(given)).toBe(expected);
  });

  it('still has its hidden characters', () => {
    expect(lineFaults(normalizeParagraph('a\n\u0000\u202e'), 10)).toEqual(['text_hidden_character']);
  });

  it('is read in the time that its length takes', () => {
    expect(normalizeParagraph(`a${' '.repeat(1_000_000)}b`)).toHaveLength(1_000_002);
  });
});
