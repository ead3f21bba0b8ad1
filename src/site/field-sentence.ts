import { type FieldName, fieldSentences, insideSentences, type SentenceFacts } from '#texts/fields.ts';
import type { Family } from '../domain/network.ts';
import { codePoints, hiddenCharacter, printable } from '../domain/plain-text.ts';

/** What is known of a problem in a field. */
export interface FieldFacts {
  /** What the field holds. */
  readonly value: string;
  /** Title of the chosen network, and the kind of its addresses. */
  readonly network: string;
  readonly family: Family;
  /** Pointer of the problem within what the field holds, like `/1/method`; empty for the whole. */
  readonly inner: string;
  /** What the API says, or else the browser. */
  readonly detail: string;
}

/** What a form says: in its own words, then in those of the API or the browser, which are English. Either may be empty. */
export interface Said {
  readonly text: string;
  readonly english: string;
}

type Sentences = Readonly<Record<string, (facts: SentenceFacts) => string>>;

/** No message of ours is longer. */
const longestLine = 80;

/** What a form says about a problem; the sentence of the API for a problem that has none here. */
export function fieldSentence(field: string, code: string, facts: FieldFacts): Said {
  const sentences: Sentences = ownOf(fieldSentences, field as FieldName) ?? {};
  const inside = facts.inner === '' ? undefined : sentences['inside'];
  const own = inside ?? ownOf(sentences, code);
  if (!own) return { text: '', english: sentence(facts.detail) };

  const mentioned = mentionedOf(facts);
  const text = own(mentioned);
  if (!text.endsWith(':')) return { text, english: '' };
  const worded = inside && ownOf(insideSentences, code);
  return worded
    ? { text: `${text} ${worded(mentioned)}`, english: '' }
    : { text, english: `${facts.detail}.` };
}

function ownOf<Name extends string, Value>(
  table: Readonly<Record<Name, Value>>,
  name: Name,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A text of the API as a sentence of its own. */
export function sentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}

function mentionedOf({ value, network, family, inner }: FieldFacts): SentenceFacts {
  const parts = inner.split('/').slice(1);
  const entry = Number(parts[0]) + 1;

  return {
    length: codePoints(value),
    hidden: hiddenCharacter(value) ?? '',
    network,
    family,
    entry,
    line: printable(lineOf(value, entry), longestLine),
    member: parts.findLast((part) => !/^\d+$/.test(part)) ?? '',
  };
}

function lineOf(text: string, entry: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');

  return lines[entry - 1]?.trim() ?? '';
}
