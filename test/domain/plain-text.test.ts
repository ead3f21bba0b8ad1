import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, hiddenCharacter, plainText } from '../../src/domain/plain-text.ts';

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
  ])('%j is kept as %j: NFC, trimmed', (given, kept) => {
    expect(text.parse(given)).toBe(kept);
  });

  it('is the same when it is read again', () => {
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
  ])('%j is ten code points, which is allowed', (given) => {
    expect(codePoints(text.parse(given))).toBe(10);
  });

  it.each([
    ['a'.repeat(11)],
    ['🌧'.repeat(11)],
    // A family is seven code points, however it looks.
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
    // NFC writes this letter as two.
    ['\u0958'.repeat(6)],
  ])('%j is longer than ten', (given) => {
    expect(faultsOf(given)).toEqual(['text_too_long']);
  });

  it('counts what iteration counts', () => {
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

  it('is not one that scripts and emoji are written with', () => {
    expect(hiddenCharacter('a\u200c\u200d\ufe0e\ufe0f\u0301\u05d0\u0627')).toBeUndefined();
  });

  it('is told together with the length', () => {
    expect(faultsOf(`${'a'.repeat(10)}\u202e`)).toEqual(['text_too_long', 'text_hidden_character']);
  });
});
