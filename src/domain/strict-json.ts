import { visit } from 'jsonc-parser';
import { printable, quoted } from './plain-text.ts';

/** A JSON text read strictly, or why it cannot be, as the end of a sentence. */
export type JsonReading = { readonly value: unknown } | { readonly fault: string };

const maxDepth = 32;

/**
 * Reads JSON (RFC 8259) in which every key stands once (RFC 7493), nested at most 32 deep. `JSON.parse` alone would keep the
 * last of two equal keys without a word, so two readers of one body could see two different registrations.
 */
export function readJson(text: string): JsonReading {
  const fault = depthFault(text);
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

/** Counts brackets outside strings, so that no deeper reader has to recurse into a hostile text. */
function depthFault(text: string): string | undefined {
  if (!hasMany(text, /[[{]/g, maxDepth)) return undefined;

  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (depth > maxDepth) return `it is nested more than ${String(maxDepth)} deep`;
  }
  return undefined;
}

/** Whether a text holds more than so many matches; stops at the first that is one too many. */
function hasMany(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/**
 * A key that stands twice in one object. Only a text with more `":` in it than its value has keys can hold one, and few do;
 * so nearly every text is spared the reading by token.
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

  const children: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : children.length;
  return children.reduce<number>((sum, child) => sum + countKeys(child), own);
}
