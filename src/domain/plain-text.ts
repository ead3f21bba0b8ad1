import { z } from 'zod/mini';

/**
 * Characters that a reader cannot see or that change how the text around them is shown: control characters, bidirectional
 * marks and overrides, zero-width and tag characters, lone surrogates. Joiners and variation selectors stay
 * allowed, since emoji and several scripts are written with them.
 */
const hidden =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;

const mostLines = 100;

/** A letter, digit, sign or symbol that leaves a mark: the two excepted are symbols that show nothing. */
const visible = /(?!\u2800|\u{1d159})[\p{L}\p{N}\p{P}\p{S}]/u;

/** One line of text written by an owner, in NFC and trimmed; `max` counts code points. Untrusted: escape it wherever it is shown. */
export function plainText(max: number, about: { description: string; examples: string[] }) {
  return z.string().check(
    z.normalize('NFC'),
    z.trim(),
    z.refine((text) => text.length > 0, { error: 'text_empty', abort: true }),
    z.refine((text) => text.length <= max || codePoints(text) <= max, {
      error: 'text_too_long',
      params: { max },
    }),
    z.refine((text) => !hidden.test(text), { error: 'text_hidden_character' }),
    z.refine((text) => hidden.test(text) || visible.test(text), { error: 'text_empty' }),
    z.meta({ ...about, minLength: 1, maxLength: max }),
  );
}

/** The first character that `plainText` refuses, as `U+202E`; undefined when there is none. */
export function hiddenCharacter(text: string): string | undefined {
  const code = hidden.exec(text)?.[0].codePointAt(0);

  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A value as its owner would know it again, in quotation marks: short, on one line, without hidden characters. */
export function quoted(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? null);

  return `"${shown(text, 80)}"`;
}

/**
 * A text that holds words of strangers, as one line for a terminal or a log: `most` code points of it, without hidden characters,
 * and without what GitHub Actions would take for a command: `::name` at the start of a line, `##[name]` anywhere in it.
 */
export function printable(text: string, most = 500): string {
  return shown(text, most)
    .replace(/^(\s*):(?=:)/, '$1U+003A')
    .replaceAll('##[', '#U+0023[');
}

/** The same for a text of several lines; of very many, only the first are kept. */
export function printableLines(text: string): string {
  const lines = text.split(/\r?\n/, mostLines + 1);
  const kept = lines.slice(0, mostLines).map((line) => printable(line));

  return [...kept, ...(lines.length > mostLines ? ['…'] : [])].join('\n');
}

/** Looks at no more of the text than it shows: a code point takes at most two units. */
function shown(text: string, most: number): string {
  const chars = Array.from(text.slice(0, 2 * most + 2), (char) => hiddenCharacter(char) ?? char);

  return chars.length > most ? `${chars.slice(0, most - 3).join('')}…` : chars.join('');
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
