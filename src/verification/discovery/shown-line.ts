import { normalizeLine, lineFaults, shownText } from '../../domain/plain-text.ts';

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
