import { addressForms } from '#texts/families.ts';
import { type fieldLabels, fieldSentences, insideSentences } from '#texts/fields.ts';
import type { EndpointFault } from '../domain/endpoint-text.ts';
import { type Family, factsOf } from '../domain/families/families.ts';
import type { WalletFault } from '../domain/payment-address.ts';
import {
  codePoints,
  hiddenCharacter,
  type LineFault,
  maxCharacters,
  printable,
} from '../domain/plain-text.ts';
import { filled, type Message } from '../texts/message.ts';
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

type FieldName = keyof typeof fieldLabels;

/** What a sentence may mention, beside the number and the length of the text in it. */
interface SentenceFacts {
  /** The number of characters in the field, and the most of them. */
  readonly length: number;
  readonly most: number;
  /** The first invisible character in it, as `U+202E`. */
  readonly hidden: string;
  /** Title of the chosen network, and what its addresses look like. */
  readonly network: string;
  readonly addressForm: string;
  /** The number of the entry that has the problem, from 1, and its line in a field of lines. */
  readonly entry: number;
  readonly line: string;
  /** The name of the member that has the problem, in a field that holds JSON. */
  readonly member: string;
}

type Sentence = Message<keyof SentenceFacts>;

/** The codes that each field can have. What is wrong inside a field that holds JSON has the sentence `inside`, whatever its code. */
interface FieldCodes extends Record<FieldName, string> {
  readonly endpoint: 'required' | EndpointFault | 'endpoint_listed' | 'endpoint_reserved';
  readonly name: 'required' | LineFault;
  readonly description: 'required' | LineFault;
  readonly category: 'required' | 'category_unknown';
  readonly docsUrl: 'docs_url_invalid';
  readonly tags: 'tag_invalid' | 'too_many_tags';
  readonly 'pricing.pricePerRequest': 'required' | 'price_not_decimal' | 'price_outside_range';
  readonly 'pricing.currency': 'required' | 'currency_invalid';
  readonly 'pricing.freeQuota': 'free_quota_invalid' | 'unreadable';
  readonly price: 'price_range_invalid';
  readonly 'x402Config.network': 'required' | 'network_unknown';
  readonly 'x402Config.paymentAddress': 'required' | WalletFault;
  readonly maintainers: 'owner_invalid' | 'too_many_maintainers';
  readonly offers: 'unreadable' | 'wrong_type' | 'too_many_offers' | 'null_unsayable' | 'inside';
  readonly request: 'unreadable' | 'wrong_type' | 'request_too_large' | 'null_unsayable' | 'inside';
  readonly 'deprecated.message': 'required' | LineFault;
  readonly 'deprecated.replacement': 'replacement_unknown' | 'id_invalid';
}

/** A sentence that ends with a colon introduces what the API says, or else the browser. */
const sentencesOf: { readonly [Name in FieldName]: Readonly<Record<FieldCodes[Name], Sentence>> } =
  fieldSentences;

const limits: Readonly<Record<string, number>> = {
  name: maxCharacters.name,
  description: maxCharacters.description,
  'deprecated.message': maxCharacters.deprecation,
};

/** No message of ours is longer. */
const longestLine = 80;

/** What a form says about a problem; the sentence of the API for a problem that has none here. */
export function fieldSentence(field: string, code: string, facts: FieldFacts): Said {
  const sentences: Readonly<Record<string, Sentence>> = ownOf(sentencesOf, field as FieldName) ?? {};
  const inside = facts.inner === '' ? undefined : sentences['inside'];
  const own = inside ?? ownOf(sentences, code);
  if (!own) return { text: '', english: sentence(facts.detail) };

  const mentioned = mentionedOf(field, facts);
  const text = filled(own, mentioned);
  if (!text.endsWith(':')) return { text, english: '' };
  const worded = inside && ownOf(insideSentences, code);
  return worded
    ? { text: `${text} ${filled(worded, mentioned)}`, english: '' }
    : { text, english: `${facts.detail}.` };
}

function mentionedOf(field: string, { value, network, family, inner }: FieldFacts): SentenceFacts {
  const parts = inner.split('/').slice(1);
  const entry = Number(parts[0]) + 1;

  return {
    length: codePoints(value),
    most: ownOf(limits, field) ?? 0,
    hidden: hiddenCharacter(value) ?? '',
    network,
    addressForm: filled(addressForms[family] ?? factsOf(family).addressForm, {}),
    entry,
    line: printable(lineOf(value, entry), longestLine),
    member: parts.findLast((part) => !/^\d+$/.test(part)) ?? '',
  };
}

function lineOf(text: string, entry: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');

  return lines[entry - 1]?.trim() ?? '';
}
