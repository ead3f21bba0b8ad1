import Database from 'better-sqlite3';
import MiniSearch from 'minisearch';
import { fold } from '../src/domain/fold.ts';
import { compareDecimal } from '../src/domain/money.ts';
import { chainKey } from '../src/domain/network.ts';
import { supportedChains } from '../src/domain/service.ts';
import type { Entry, Snapshot } from '../src/domain/snapshot.ts';
import type { SearchQuestion } from './search-questions.ts';

/** Answers a question with the page's ids. */
export type Rival = (question: SearchQuestion) => readonly string[];

/** Plain MiniSearch: all matches with their scores, then filters and sorting over them. */
export function miniSearchRival(snapshot: Snapshot): Rival {
  const index = new MiniSearch({
    fields: ['name', 'description', 'host', 'category'],
    processTerm: (term) => fold(term) || null,
  });
  for (const entry of snapshot.entries()) index.add(documentOf(entry, snapshot));

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

/** SQLite FTS5 with the last word as a prefix; it knows no typos. The page only: no total is counted. */
export function sqliteRival(snapshot: Snapshot): Rival {
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
      const { id, name, description, host, category } = documentOf(entry, snapshot);
      const { declared, observed } = entry;
      row += 1;
      addText.run(row, name, description, host, category);
      addService.run(
        row,
        id,
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
  return (question) => {
    const sql = sqlOf(question);
    const statement = statements.get(sql) ?? database.prepare(sql).pluck();
    statements.set(sql, statement);

    const { text, categories = [], chains = [], statuses = [], maxPrice } = question;
    const price = maxPrice === undefined ? [] : [Number(maxPrice)];
    const given = [`${text.split(' ').join(' AND ')}*`, ...categories, ...chains, ...statuses, ...price];
    return statement.all(...given, question.limit).map(String);
  };
}

const sqlOrders = {
  price: 'price, s.name, id',
  name: 's.name, id',
  trustScore: 'trust DESC, s.name, id',
  createdAt: 'id',
};

function sqlOf({ categories, chains, statuses, maxPrice, sortBy }: SearchQuestion): string {
  const conditions = [
    'texts MATCH ?',
    ...(categories ? ['s.category = ?'] : []),
    ...(chains ? ['s.chain = ?'] : []),
    ...(statuses ? ['s.status = ?'] : []),
    ...(maxPrice === undefined ? [] : ['s.price <= ?']),
  ];
  const order = sortBy ? sqlOrders[sortBy] : 'bm25(texts, 3, 1, 1, 1)';

  return `SELECT s.id FROM texts JOIN services s ON s.rowid = texts.rowid
    WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ?`;
}

function documentOf({ declared }: Entry, snapshot: Snapshot) {
  const { id, name, description, endpoint, category } = declared;

  return {
    id,
    name,
    description,
    host: new URL(endpoint).hostname,
    category: snapshot.categoryName(category),
  };
}

function passes({ declared, observed }: Entry, question: SearchQuestion): boolean {
  const { categories, chains, statuses, maxPrice } = question;

  if (categories && !categories.includes(declared.category)) return false;
  if (statuses && !statuses.includes(observed.status)) return false;
  if (maxPrice !== undefined && compareDecimal(declared.pricing.pricePerRequest, maxPrice) > 0) return false;
  return !chains || supportedChains(declared, observed).some((chain) => chains.includes(chainKey(chain)));
}

function compare(a: Entry, b: Entry, key: NonNullable<SearchQuestion['sortBy']>): number {
  if (key === 'price')
    {return compareDecimal(a.declared.pricing.pricePerRequest, b.declared.pricing.pricePerRequest);}
  if (key === 'trustScore') return b.observed.trustScore - a.observed.trustScore;
  return a.declared[key] < b.declared[key] ? -1 : 1;
}
