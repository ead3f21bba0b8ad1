import { visit } from 'jsonc-parser';
import { printable, quoted } from './plain-text.ts';

/** The parsed value, or the fault as the second half of a sentence. */
export type JsonReading = { readonly value: unknown } | { readonly fault: string };

/** Levels of nesting in what clients send, and in files. */
export const usualDepth = 32;

/**
 * Parses JSON (RFC 8259) without duplicate keys (RFC 7493) and with at most `maxDepth` levels of nesting. `JSON.parse` silently keeps the last
 * of two equal keys, so two parsers could read two different registrations from one body.
 */
export function readJson(text: string, maxDepth = usualDepth): JsonReading {
  const fault = depthFault(text, maxDepth);
  if (fault !== undefined) return { fault };

  try {
    const value: unknown = JSON.parse(text);
    const repeated = repeatedKey(text, value);
    return repeated === undefined
      ? { value }
      : { fault: `the key ${quoted(repeated)} stands twice in one object` };
  } catch (error) {
    return { fault: error instanceof SyntaxError ? printable(error.message) : 'it cannot be read' };
  }
}

const [quote, backslash] = ['"', '\\'].map((char) => char.charCodeAt(0));
const opening = new Set(['[', '{'].map((char) => char.charCodeAt(0)));
const closing = new Set([']', '}'].map((char) => char.charCodeAt(0)));

/** Counts brackets outside strings, so that nothing recurses into a hostile text. Character by character, as a pattern takes a second for 4 MiB. */
function depthFault(text: string, maxDepth: number): string | undefined {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === quote) isInString = !isInString;
    else if (isInString) i += code === backslash ? 1 : 0;
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) depth -= 1;
    if (depth > maxDepth) return `it is nested more than ${String(maxDepth)} deep`;
  }
  return undefined;
}

/**
 * Finds a key that occurs twice in one object. That is only possible when the text has more `":` than the value has keys, so almost
 * no text needs to be tokenized.
 */
function repeatedKey(text: string, value: unknown): string | undefined {
  const colons = text.match(/"\s*:/g)?.length ?? 0;
  if (colons === countKeys(value)) return undefined;

  const open: Set<string>[] = [];
  let repeated: string | undefined;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key) => {
      const keys = open.at(-1);
      if (keys?.has(key)) repeated ??= key;
      keys?.add(key);
    },
  });
  return repeated;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;

  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : children.length;
  for (const child of children) count += countKeys(child);
  return count;
}
