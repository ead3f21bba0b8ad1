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

/** Counts brackets outside strings, so that nothing recurses into a hostile text. */
function depthFault(text: string, maxDepth: number): string | undefined {
  if (!hasMoreThan(maxDepth, /[[{]/g, text)) return undefined;

  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (depth > maxDepth) return `it is nested more than ${String(maxDepth)} deep`;
  }
  return undefined;
}

/** Whether a text has more than `max` matches; stops counting there. */
function hasMoreThan(max: number, pattern: RegExp, text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
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

  const children: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : children.length;
  return children.reduce<number>((sum, child) => sum + countKeys(child), own);
}
