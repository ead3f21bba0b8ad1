/**
 * Characters that are invisible or change how the surrounding text is displayed: control characters, bidirectional marks and
 * overrides, zero-width and tag characters, lone surrogates. Joiners and variation selectors are allowed, because emoji and several
 * scripts need them.
 */
const hidden =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;

const maxLines = 100;

/** Letters, numbers, punctuation and symbols, except two symbols that are blank. */
const visible = /(?!\u2800|\u{1d159})[\p{L}\p{N}\p{P}\p{S}]/u;

export type LineFault = 'text_empty' | 'text_too_long' | 'text_hidden_character';

/** A line in NFC, trimmed. */
export function normalizeLine(text: string): string {
  return text.normalize('NFC').trim();
}

/** Joins several lines into one: a space replaces each run of blanks with a line break or tab. */
export function normalizeParagraph(text: string): string {
  return normalizeLine(text.replaceAll(/\s+/g, (blank) => (/[\t-\r\u2028\u2029]/.test(blank) ? ' ' : blank)));
}

/** Everything that is wrong with a line in that form; `max` counts code points. */
export function lineFaults(line: string, max: number): LineFault[] {
  if (line === '') return ['text_empty'];

  const tooLong: LineFault[] = line.length > max && codePoints(line) > max ? ['text_too_long'] : [];
  if (hidden.test(line)) return [...tooLong, 'text_hidden_character'];
  return visible.test(line) ? tooLong : [...tooLong, 'text_empty'];
}

/** The first hidden character in a text, in the form `U+202E`; undefined when there is none. */
export function hiddenCharacter(text: string): string | undefined {
  const code = hidden.exec(text)?.[0].codePointAt(0);

  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Quotes a value so that its owner recognizes it: shortened, on one line, with hidden characters spelled out. */
export function quoted(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? null);

  return `"${shortened(text, 80)}"`;
}

/**
 * Makes untrusted text safe for one line of a terminal or log: at most `max` code points, with hidden characters spelled out. It also
 * defuses commands of GitHub Actions: `::name` at the start of a line and `##[name]` anywhere.
 */
export function printable(text: string, max = 500): string {
  return shortened(text, max)
    .replace(/^(\s*):(?=:)/, '$1U+003A')
    .replaceAll('##[', '#U+0023[');
}

/** Like `printable`, for text of several lines; cut after the first 100. */
export function printableLines(text: string): string {
  const lines = text.split(/\r?\n/, maxLines + 1);
  const first = lines.slice(0, maxLines).map((line) => printable(line));

  return [...first, ...(lines.length > maxLines ? ['…'] : [])].join('\n');
}

/** The text in at most `max` code points, with hidden characters spelled out: safe in any document that is escaped for its format. */
export function shownText(text: string, max: number): string {
  return shortened(text, max);
}

/** Slices before it iterates, so that a huge text costs nothing: a code point takes at most two UTF-16 units. */
function shortened(text: string, max: number): string {
  const chars = Array.from(text.slice(0, 2 * max + 2), (char) => hiddenCharacter(char) ?? char);

  return chars.length > max ? `${chars.slice(0, max - 3).join('')}…` : chars.join('');
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** UTF-16 units that are looked at for each code point that may stay: a text of blanks alone costs no more. */
const looked = 4;

/** The first text that can stand on a line, without line breaks and cut at `max` code points; undefined where none can. */
export function shownLine(max: number, ...texts: readonly unknown[]): string | undefined {
  for (const text of texts) {
    if (typeof text !== 'string') continue;

    const line = normalizeLine(text.slice(0, looked * max).replaceAll(/\s+/g, ' '));
    const faults = lineFaults(line, max);
    if (faults.length === 0) return line;
    if (faults.every((fault) => fault === 'text_too_long')) return shownText(line, max);
  }
  return undefined;
}

/** The most code points of each text that an owner writes. */
export const maxCharacters = { name: 255, description: 2000, deprecation: 500 } as const;

/**
 * Removes accents and case, so that texts compare as people expect. Search terms and the order of names use this rather than
 * ICU collation, so that an ICU upgrade does not change them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}

/** The entries of a list that somebody typed, one a line or apart by commas. */
export function listIn(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
