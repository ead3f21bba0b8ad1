import { fold } from '../domain/fold.ts';

const run = /[\p{L}\p{N}]+/gu;
const cjkRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

/** The words of a text, folded, in their order. Scripts without spaces give their character pairs. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(run) ?? []).flatMap((word) => splitScripts(word));
}

/** Whether a word is written in a script without spaces. */
export function isCjk(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
}

/** The character pairs of a run of such a script; a run of one is itself. */
export function pairsOf(text: string): string[] {
  const characters = Array.from(text);
  if (characters.length < 3) return [text];

  return characters.slice(1).map((character, at) => (characters[at] ?? '') + character);
}

function splitScripts(word: string): string[] {
  if (!isCjk(word)) return [word];

  const parts: string[] = [];
  let end = 0;
  for (const { 0: text, index } of word.matchAll(cjkRun)) {
    if (index > end) parts.push(word.slice(end, index));
    parts.push(...pairsOf(text));
    end = index + text.length;
  }
  if (end < word.length) parts.push(word.slice(end));
  return parts;
}
