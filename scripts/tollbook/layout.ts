import { styleText } from 'node:util';
import { printable } from '../../src/domain/plain-text.ts';

/** Everything is printed for a terminal of this many columns. */
const columns = 80;

/** Characters that a terminal shows two columns wide. */
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** Colours on a terminal only; `NO_COLOR` and `FORCE_COLOR` decide otherwise. */
export function paint(color: Parameters<typeof styleText>[0], text: string): string {
  return styleText(color, text, { stream: process.stdout });
}

/** One line of at most `room` columns, with an ellipsis where untrusted text is cut off. */
export function oneLine(text: string, room = columns): string {
  const chars = Array.from(printable(text, 2 * columns));
  const kept = chars.slice(0, fitting(chars, room));
  if (kept.length === chars.length) return kept.join('');

  return `${chars
    .slice(0, fitting(chars, room - 1))
    .join('')
    .trimEnd()}…`;
}

/** Untrusted text of any length in lines, broken at blanks where possible. */
export function wrapped(text: string, indent = ''): string {
  const room = columns - indent.length;
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text, 3000)
    .split(/\s+/)
    .flatMap((each) => pieces(each, room))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }

  return [...lines, line].map((each) => indent + each).join('\n');
}

/** Labels in one column, values beside them; values that are too long, such as addresses, are not cut, so that they can be copied. */
export function rows(given: readonly (readonly [label: string, value: string | undefined])[]): string {
  const shown = given.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
  const width = Math.max(...shown.map(({ label }) => label.length)) + 2;

  return shown
    .map(({ label, value }) => `${paint('dim', label.padEnd(width))}${printable(value, 3000)}`)
    .join('\n');
}

/** `2026-01-31 12:00 UTC`; text that is no time stays as it is. */
export function timeText(iso: string): string {
  return printable(iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2 UTC'), 40);
}

/** How many characters from the beginning fit. */
function fitting(chars: readonly string[], room: number): number {
  let used = 0;
  const end = chars.findIndex((char) => (used += charWidth(char)) > room);

  return end === -1 ? chars.length : end;
}

/** A word in parts that fit into a line. */
function pieces(word: string, room: number): string[] {
  const parts: string[] = [];
  for (let chars = Array.from(word); chars.length > 0;) {
    const count = Math.max(1, fitting(chars, room));
    parts.push(chars.slice(0, count).join(''));
    chars = chars.slice(count);
  }
  return parts;
}

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + charWidth(char), 0);
}

function charWidth(char: string): number {
  if (/[\p{M}\u200c\u200d]/u.test(char)) return 0;
  return wide.test(char) ? 2 : 1;
}
