import { categoriesCalled } from '../lexicon/categories-called.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { currencies } from '../../domain/asset.ts';
import { chainNamed } from './chains.ts';
import type { Excludes } from './intent.ts';

const negation = String.raw`(?:(?:but|and) )?(?:nothing (?:about|on|from|related to|to do with|with|in|around)|not?(?: about| from| related to)?|without|except(?:ing)?(?: for)?|exclud(?:e[sd]?|ing)|other than|instead of|rather than|(?:anything|everything|all) but|apart from|avoid(?:ing)?|skip(?:ping)?|leav(?:e|ing) out|ignor(?:e|ing)|non|don'?t (?:want|show|need|include|use|give me)|do not (?:want|show|need|include|use)|never|neither)`;
const filler = String.raw`(?: (?:any|anything|the|an?|about|on|for|related to|from|of|to do with|using|paid|payable|priced|settled|in|with|please|stuff|networks?|chains?|categor(?:y|ies))(?![\p{L}\p{N}])){0,6}`;
const phrase = String.raw`[\p{L}\p{N}-]+(?::[\p{L}\p{N}-]+)?(?: [\p{L}\p{N}-]+(?::[\p{L}\p{N}-]+)?){0,2}`;
const pattern = new RegExp(
  String.raw`(?<![a-z0-9'-])${negation}(?![a-z0-9])${filler}[ :-]*(?<what>${phrase})`,
  'gu',
);
const mainnetOnly =
  /(?<![a-z0-9-])(?:(?:mainnets?|production (?:chains?|networks?)|real networks?)(?: only| please)|only (?:on )?(?:mainnets?|production (?:chains?|networks?)))(?![a-z0-9-])/u;
const also = new RegExp(
  String.raw`^ ?(?:,|or|and|nor|,? or|,? and)(?: (?:no|not|any|on|about|nothing about))* (?<what>${phrase})`,
  'u',
);
const trailing =
  /^(?:[ -](?:related|stuff|services?|ones?|networks?|chains?|apis?|sources?|categor(?:y|ies)|things?|content|topics?|please|based|blockchain|tokens?|coins?|providers?))+/u;
const saysOn = /(?<![a-z])on(?: (?:the|any|an?))* $/;
const testnets = /^(?:test ?-?nets?|test networks?|test chains?|devnets?)(?![a-z0-9])/u;

const hasWords = /[\p{L}\p{N}]/u;

const symbols = new Set(currencies.map((symbol) => symbol.toLowerCase()));

interface Catalog {
  readonly chains: readonly string[];
  /** The test networks among its chains. */
  readonly testnets: readonly string[];
  readonly categories: ReturnType<Vocabulary['categories']>;
}

interface Excluded {
  readonly excludes?: Excludes;
  readonly rest: string;
}

/** Finds the chains and categories that a sentence excludes. Drops other words that it plainly excludes. */
export function readExcludes(sentence: string, catalog: Catalog): Excluded {
  const chains: string[] = [];
  const categories: string[] = [];
  let rest = sentence.replace(mainnetOnly, () => {
    chains.push(...catalog.testnets);
    return ' , ';
  });

  for (let match = next(rest, 0); match; match = next(rest, match.index + 1)) {
    let end = startOf(match);
    for (let what: string | undefined = match.groups?.['what']; what !== undefined;) {
      const known = readOne(what, catalog, saysOn.test(rest.slice(match.index, end)));
      if (!known) break;

      chains.push(...known.chains);
      categories.push(...known.categories);
      end += known.length;
      end += trailing.exec(rest.slice(end))?.[0].length ?? 0;
      const more = also.exec(rest.slice(end));
      const lacksTopic = known.categories.length > 0 && !hasWords.test(rest.slice(0, match.index));
      what = more && continues(known, more, catalog, lacksTopic) ? more.groups?.['what'] : undefined;
      if (more && what !== undefined) end += more[0].length - what.length;
    }
    if (end > startOf(match)) rest = `${rest.slice(0, match.index)} , ${rest.slice(end)}`;
    else rest = withoutUnwanted(rest, match);
  }

  const wanted = categoriesIn(rest, catalog);
  const unwanted = [...new Set(categories)].filter((id) => !wanted.has(id));
  const excludes = {
    ...(chains.length > 0 ? { chain: [...new Set(chains)] } : {}),
    ...(unwanted.length > 0 ? { category: unwanted } : {}),
  };
  return Object.keys(excludes).length > 0 ? { excludes, rest } : { rest };
}

/** The categories that a text names: "sports, but no games" wants the one that it is in. */
function categoriesIn(text: string, { categories }: Catalog): ReadonlySet<string> {
  const words = text.match(/[\p{L}\p{N}-]+/gu) ?? [];

  return new Set(words.flatMap((word) => categoriesCalled(word, categories)));
}

function next(text: string, from: number): RegExpExecArray | null {
  const search = new RegExp(pattern);
  search.lastIndex = from;
  return search.exec(text);
}

function startOf(match: RegExpExecArray): number {
  return match.index + match[0].length - (match.groups?.['what'] ?? '').length;
}

/** Drops the word after a plain exclusion: "cats" in "dogs, but no cats". */
function withoutUnwanted(text: string, match: RegExpExecArray): string {
  const takesAway =
    /^(?:(?:but|and) (?:no|not|nothing)|nothing about|except|exclud|apart from|other than|instead of|rather than|without)/.test(
      match[0],
    );
  if (!takesAway) return text;

  const first = /^[\p{L}\p{N}:-]+/u.exec(match.groups?.['what'] ?? '')?.[0] ?? '';
  return `${text.slice(0, match.index)} , ${text.slice(startOf(match) + first.length)}`;
}

interface Known {
  readonly chains: readonly string[];
  readonly categories: readonly string[];
  /** The number of characters that were understood. */
  readonly length: number;
}

/**
 * Whether what follows is excluded, too. After a comma alone, that must be of the same kind: "not on solana, weather" wants weather. A category is
 * not, where the sentence has named no topic before: "no crypto, news" wants news.
 */
function continues(
  { chains, categories }: Known,
  more: RegExpExecArray,
  catalog: Catalog,
  lacksTopic: boolean,
): boolean {
  const other = readOne(more.groups?.['what'] ?? '', catalog);
  if (!other || !/^ ?, ?(?!or |and |no |not |nor )/.test(more[0])) return other !== undefined;
  if (lacksTopic) return false;

  return (
    chains.length > 0 === other.chains.length > 0 && categories.length > 0 === other.categories.length > 0
  );
}

/**
 * The longest start of a phrase that names test networks, a currency, a chain or a category. A plain word that may mean something else, as "near"
 * does, names a chain only where the catalog has that chain, or after "on".
 */
function readOne(phrase: string, catalog: Catalog, isAfterOn = false): Known | undefined {
  const test = testnets.exec(phrase);
  if (test) return { chains: catalog.testnets, categories: [], length: test[0].length };

  const words = phrase.split(' ');
  // No filter leaves out a currency. It is not looked for either.
  const [first = ''] = words;
  if (symbols.has(first)) return { chains: [], categories: [], length: first.length };

  for (let count = words.length; count > 0; count--) {
    const part = words.slice(0, count).join(' ');
    const chains = chainNamed(part).filter(
      (name) => isAfterOn || catalog.chains.includes(name) || !/^[a-z]+$/.test(part),
    );
    const categories = chains.length > 0 ? [] : categoriesCalled(part, catalog.categories);
    if (chains.length + categories.length > 0) return { chains, categories, length: part.length };
  }
  return undefined;
}
