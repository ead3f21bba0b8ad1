import { fold } from '../../domain/plain-text.ts';

/** A sentence in the form that all rules read: folded, symbols as words or plain punctuation, and JSON as clauses. */
export function plainSentence(text: string): string {
  return fold(spaceSigns(readJson(text) ?? text))
    .replace(/\s+/g, ' ')
    .trim();
}

/** A sentence without the part that a rule understood. The mark in its place separates the words around it. */
export function cut(sentence: string, { index, 0: text }: RegExpExecArray, mark = ' , '): string {
  return sentence.slice(0, index) + mark + sentence.slice(index + text.length);
}

function spaceSigns(text: string): string {
  return text
    .replace(/[‘’`´]/g, "'")
    .replace(/\be-mail/gi, 'email')
    .replace(/\bpay[- ]?(?:per|as)[- ](?:call|use|request|query|you[- ]go|go)\b/gi, ' ')
    .replace(/(?<=^|\s)[-!](?=\p{L})/gu, 'without ')
    .replace(/&(?=\w+=)/g, ' ; ')
    .replace(/\b(sort|order|status)(?:[ _-]?(by))?\s*[:=]\s*/gi, (_, key: string, by = '') => `${key} ${by} `)
    .replace(/(?<=[a-z])_(?=[a-z_]+\s*[:=<>])/gi, ' ')
    .replace(
      /\b(?:less|lower|smaller|cheaper) than or equal(?: to)?\b|\bequal(?: to)? or (?:less|lower) than\b|\bat or (?:below|under)\b/gi,
      '<=',
    )
    .replace(
      /\b(?:more|greater|higher) than or equal(?: to)?\b|\bequal(?: to)? or (?:more|greater|higher) than\b|\bat or above\b/gi,
      '>=',
    )
    .replace(/≤|=</g, '<=')
    .replace(/≥|=>/g, '>=')
    .replace(/\s*(<=|>=|<|>|=)\s*/g, ' $1 ')
    .replace(/¢/g, ' cent ')
    .replace(/(?:US)?\$\s*(?=[\d.])/gi, ' dollar ')
    .replace(/€\s*(?=[\d.])/g, ' euro ')
    .replace(/€/g, ' euro ')
    .replace(/(?<=\d)\s*\$/g, ' dollar ')
    .replace(/\b(\d+(?:\.\d+)?)k\b/gi, (_, n: string) => String(Number(n) * 1000))
    .replace(/(?<=\d)\s*(?=cents?\b|c\b|usdc|usdt|eurc|pyusd|dollars?)/gi, ' ');
}

/** JSON, which agents send instead of a sentence, as clauses of key and value; undefined when the text is no JSON. */
function readJson(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;

  try {
    return clauses('', JSON.parse(text)).join(' ; ');
  } catch {
    return separateNames(text.replace(/[{}"[\]]/g, ' ').replace(/:(?=\s)/g, ' '));
  }
}

function clauses(key: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.every((item) => typeof item !== 'object')
      ? [`${key} ${value.map((item) => wordsOf(item)).join(' or ')}`]
      : value.flatMap((item) => clauses(key, item));
  }
  if (typeof value === 'object' && value !== null) {
    const outer = tellingKey.test(key) ? `${key} ` : '';
    return Object.entries(value).flatMap(([name, inner]) => clauses(`${outer}${nameWords(name)}`, inner));
  }
  if (value === false) return [`no ${key}`];
  return [value === true ? key : `${key} ${wordsOf(value)}`];
}

function wordsOf(value: unknown): string {
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value !== 'string') return '';
  return /^[a-z]+(?:[A-Z][a-z]+)+$/.test(value) ? separateNames(value) : value.replaceAll('_', ' ');
}

/** The words of a key, if it says something. Many query languages, such as that of MongoDB, write `lte` for "at most". */
function nameWords(name: string): string {
  if (/^(?:q|category|categories)$/.test(name)) return '';

  return separateNames(name).replace(/^\$?(lte?|gte?)$/, (_, sign: string) => comparisons.get(sign) ?? sign);
}

/** Keys that change the meaning of the keys inside them. */
const tellingKey = /price|cost|budget|fee|exclu|not|without|avoid|trust|quota|free/;

const comparisons = new Map([
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
]);

/** A number without an exponent, since `String` may give 1e-7. */
function plainNumber(value: number): string {
  return value.toFixed(18).replace(/\.?0+$/, '').length < 20 && String(value).includes('e')
    ? value.toFixed(18).replace(/\.?0+$/, '')
    : String(value);
}

/** `maxPrice` and `max_price` as words. Leaves hyphens, which are part of chain names. */
function separateNames(text: string): string {
  return text.replace(/_/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ');
}
