import { isChain } from './english-words.ts';
import type { Part } from './parts.ts';

const postpositions = new Set(['on', 'paid on', 'without']);
const joining = new Set(['and', 'or']);
/** Words that stand with the name of a chain: "Base network". */
const kinds = new Set(['network', 'blockchain', 'main network', 'test network']);

/** Moves the words that follow their noun in languages such as Japanese before it: "Base on" becomes "on Base". */
export function withPrepositions(parts: readonly Part[]): Part[] {
  const moved: Part[] = [];
  for (const part of parts) {
    if (!postpositions.has(part.english)) {
      moved.push(part);
      continue;
    }

    const start = startOfNoun(moved);
    const noun = moved[start];
    moved.splice(
      start,
      noun ? 1 : 0,
      { ...part, gap: noun?.gap ?? part.gap },
      ...(noun ? [{ ...noun, gap: ' ' }] : []),
    );
  }

  return moved;
}

/** Where the last noun begins; "Base or Solana" is one. */
function startOfNoun(parts: readonly Part[]): number {
  let start = parts.length;
  const before = (): string | undefined => parts[start - 1]?.english;
  const skip = (words: ReadonlySet<string>): void => {
    while (start > 0 && words.has(before() ?? '')) start -= 1;
  };
  const silent = new Set(['']);

  do {
    skip(silent);
    skip(joining);
    skip(silent);
    if (kinds.has(before() ?? '') && isChain(parts[start - 2]?.english ?? '')) start -= 1;
    start = Math.max(0, start - 1);
  } while (joining.has(before() ?? ''));
  return start;
}
