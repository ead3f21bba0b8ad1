import { type FieldName, fieldSentences, insideSentences, type SentenceFacts } from '#texts/fields.ts';
import type { Family } from '../domain/families/families.ts';
import { codePoints, hiddenCharacter, printable } from '../domain/plain-text.ts';
import { ownOf, type Said, sentence } from './said.ts';

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
