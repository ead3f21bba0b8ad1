import { codePoints } from '../domain/plain-text.ts';

/** Characters of a name that is taken from a description. */
const most = 60;
const least = 2;

/** Where the first thing that a description says ends. */
const ends = /[.!?;](?=\s|$)|\s[–—|•→-]\s|:\s|\s\(|\s?\n/;
/** Words before what a service does. */
const opening =
  /^(?:this (?:endpoint|api|service|tool|resource)\s+(?:is|provides|offers|lets you|allows you to|will)?\s*|(?:an? |the )(?=\w+ (?:api|endpoint)\b))/i;

/** What a description says that its service does, in a few words; undefined where its beginning says too little. */
export function shortNameOf(description: string): string | undefined {
  const text = description.replace(opening, '');
  const [first = ''] = text.split(ends, 1);
  const words = first.trim().replace(/[,;:.]+$/, '');
  if (codePoints(words) < least || !/\p{L}{3}|\p{Lo}{2}/u.test(words)) return undefined;

  const name = cutAtWord(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function cutAtWord(text: string): string {
  if (codePoints(text) <= most) return text;

  const cut = Array.from(text)
    .slice(0, most - 1)
    .join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.–—-]+$/, '')}…`;
}
