import Database from 'better-sqlite3';
import SearchableMap from 'minisearch/SearchableMap';
import { miniSearchOf } from '../scripts/evaluation/mini-search-of.ts';
import { fold } from '../src/domain/fold.ts';
import { compareDecimal } from '../src/domain/decimal.ts';
import { chainKey } from '../src/domain/network.ts';
import { supportedChains } from '../src/domain/service.ts';
import type { Entry, Snapshot } from '../src/domain/snapshot.ts';
import { textsOf } from '../src/search/words/fields.ts';
import { wordsOf } from '../src/search/text/words.ts';
import type { SearchQuestion } from './search-questions.ts';

/** Answers a question with the ids of the first page. */
export type Rival = (question: SearchQuestion) => readonly string[];

/** Plain MiniSearch: finds all matches with their scores, then filters and sorts them. */
export function miniSearchRival(snapshot: Snapshot): Rival {
  const index = miniSearchOf(snapshot.entries(), (id) => snapshot.categoryName(id));

  return (question) => {
    const found = index
      .search(question.text, {
        boost: { name: 3 },
        combineWith: 'AND',
        fuzzy: (term) => (term.length > 3 ? 0.2 : false),
        prefix: (_term, position, terms) => position === terms.length - 1,
      })
      .flatMap(({ id }) => snapshot.find(String(id)) ?? [])
      .filter((entry) => passes(entry, question));
    const { sortBy } = question;
    const sorted = sortBy ? found.sort((a, b) => compare(a, b, sortBy)) : found;
    return sorted.slice(0, question.limit).map(({ declared }) => declared.id);
  };
}

/**
 * SQLite FTS5 with the last word as a prefix, for the page and its total. FTS5 tolerates no typos, so each word is replaced by
 * any of the words that `near` returns for it.
 */
export function sqliteRival(snapshot: Snapshot, near: (word: string) => readonly string[]): Rival {
  const database = new Database(':memory:');
  database.exec(`
    CREATE VIRTUAL TABLE texts USING fts5(name, description, host, category, tokenize = 'unicode61', prefix = '3 4 5');
    CREATE TABLE services (rowid INTEGER PRIMARY KEY, id, name, category, chain, status, price REAL, trust);
  `);
  const addText = database.prepare(
    'INSERT INTO texts (rowid, name, description, host, category) VALUES (?, ?, ?, ?, ?)',
  );
  const addService = database.prepare('INSERT INTO services VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  database.transaction(() => {
    let row = 0;
    for (const entry of snapshot.entries()) {
      const { name, description, host, category } = textsOf(entry, (id) => snapshot.categoryName(id));
      const { declared, observed } = entry;
      row += 1;
      addText.run(row, name, description, host, category);
      addService.run(
        row,
        declared.id,
        fold(name),
        declared.category,
        supportedChains(declared, observed)[0],
        observed.status,
        Number(declared.pricing.pricePerRequest),
        observed.trustScore,
      );
    }
  })();

  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql).pluck();
    statements.set(sql, statement);
    return statement;
  };
  return (question) => {
    const { text, limit, categories = [], chains = [], statuses = [], maxPrice } = question;
    const match = text
      .split(' ')
      .map((word, i, words) => anyOf([i === words.length - 1 ? `${word}*` : word, ...near(word)]))
      .join(' AND ');
    const price = maxPrice === undefined ? [] : [Number(maxPrice)];
    const given = [match, ...categories, ...chains, ...statuses, ...price];

    prepare(`SELECT count(*) ${sqlOf(question)}`).get(...given);
    return prepare(`SELECT s.id ${sqlOf(question)} ORDER BY ${sqlOrderOf(question)} LIMIT ?`)
      .all(...given, limit)
      .map(String);
  };
}

/** Finds the words of a catalog that are within one or two typos of a word, as the search counts typos. */
export function typosIn(snapshot: Snapshot): (word: string) => string[] {
  const words = new SearchableMap<true>();
  for (const entry of snapshot.entries()) {
    const texts = textsOf(entry, (id) => snapshot.categoryName(id));
    for (const word of Object.values(texts).flatMap(wordsOf)) words.set(word, true);
  }

  return (word) =>
    word.length > 3
      ? [...words.fuzzyGet(word, Math.round(word.length * 0.2)).keys()].filter((other) => other !== word)
      : [];
}

function anyOf(words: readonly string[]): string {
  return `(${words.map((word) => (word.endsWith('*') ? word : `"${word}"`)).join(' OR ')})`;
}

const sqlOrders = {
  price: 'price, s.name, id',
  name: 's.name, id',
  trustScore: 'trust DESC, s.name, id',
  createdAt: 'id',
};

function sqlOf({ categories, chains, statuses, maxPrice }: SearchQuestion): string {
  const conditions = [
    'texts MATCH ?',
    ...(categories ? ['s.category = ?'] : []),
    ...(chains ? ['s.chain = ?'] : []),
    ...(statuses ? ['s.status = ?'] : []),
    ...(maxPrice === undefined ? [] : ['s.price <= ?']),
  ];

  return `FROM texts JOIN services s ON s.rowid = texts.rowid WHERE ${conditions.join(' AND ')}`;
}

function sqlOrderOf({ sortBy }: SearchQuestion): string {
  return sortBy ? sqlOrders[sortBy] : 'bm25(texts, 3, 1, 1, 1)';
}

function passes({ declared, observed }: Entry, question: SearchQuestion): boolean {
  const { categories, chains, statuses, maxPrice } = question;

  if (categories && !categories.includes(declared.category)) return false;
  if (statuses && !statuses.includes(observed.status)) return false;
  if (maxPrice !== undefined && compareDecimal(declared.pricing.pricePerRequest, maxPrice) > 0) return false;
  return !chains || supportedChains(declared, observed).some((chain) => chains.includes(chainKey(chain)));
}

function compare(a: Entry, b: Entry, key: NonNullable<SearchQuestion['sortBy']>): number {
  if (key === 'price') {
    return compareDecimal(a.declared.pricing.pricePerRequest, b.declared.pricing.pricePerRequest);
  }
  if (key === 'trustScore') return b.observed.trustScore - a.observed.trustScore;
  return a.declared[key] < b.declared[key] ? -1 : 1;
}
