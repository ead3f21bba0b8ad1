import Database from 'better-sqlite3';
import type { Category } from '../domain/category.ts';
import { boosts, searchedTexts } from '../search/words/fields.ts';
import type { Service } from '../views/service.ts';
import { serviceColumns, serviceRow } from '../views/service-columns.ts';
import { tokensOf } from './tokens.ts';

/** The rows of `meta`, in which a database describes itself. */
export interface DatabaseMeta {
  /** Version of this format. */
  readonly version: '1';
  /** The public address of the site. */
  readonly site: string;
  /** The commit of the catalog, and its time. */
  readonly commit: string;
  readonly changedAt: string;
  /** Where the changes after this database begin; null for one made without a feed. */
  readonly cursor: string | null;
  /** The licence of the data (SPDX), where its operator names one. */
  readonly licence: string | null;
}

interface Content {
  readonly meta: DatabaseMeta;
  readonly categories: readonly Category[];
}

/** Types of the columns of `services` that are not `TEXT NOT NULL`. */
const types: Partial<Record<(typeof serviceColumns)[number], string>> = {
  id: 'TEXT NOT NULL UNIQUE',
  pricing_free_quota: 'INTEGER',
  trust_score: 'INTEGER NOT NULL',
};

const columnTypes = serviceColumns.map((column) => `${column} ${types[column] ?? 'TEXT NOT NULL'}`);
/** The texts that can be searched. */
const fields = ['name', 'description', 'host', 'category'] as const;
const searched = fields.join(', ');

/**
 * The view holds what people read in the columns of `search`, which itself stores only an index. `number` links all three.
 * https://www.sqlite.org/fts5.html#external_content_tables
 */
const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) STRICT;
  CREATE TABLE categories (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT NOT NULL
  ) STRICT;
  CREATE TABLE services (
    number INTEGER PRIMARY KEY, ${columnTypes.join(', ')}, host TEXT NOT NULL
  ) STRICT;
  CREATE VIEW searched AS
    SELECT number, services.id, services.name, services.description, host,
      coalesce(categories.name, category) AS category
    FROM services LEFT JOIN categories ON categories.id = services.category;
  CREATE VIRTUAL TABLE search USING fts5(
    ${searched}, id UNINDEXED, content = 'searched', content_rowid = 'number',
    tokenize = 'porter unicode61 remove_diacritics 2'
  );
  INSERT INTO search (search, rank) VALUES ('rank', 'bm25(${fields.map((field) => boosts[field]).join(', ')})');
`;

const indexes = `
  INSERT INTO search (search) VALUES ('optimize');
  CREATE INDEX services_by_category ON services (category);
  CREATE INDEX services_by_network ON services (x402_config_network);
  CREATE INDEX services_by_host ON services (host);
`;

/**
 * Writes the catalog as an SQLite database that can be searched offline. The same services, given in the same order, and the same content
 * make the same bytes.
 */
export class CatalogDatabase {
  readonly #database: Database.Database;
  readonly #putService: Database.Statement;
  readonly #putText: Database.Statement;
  readonly #categoryName: (id: string) => string;
  #count = 0;

  /** Begins a database in a new file, or in memory without a path. @throws {Database.SqliteError} like the other methods, when the disk is full, for example. */
  constructor({ meta, categories }: Content, path = ':memory:') {
    const database = new Database(path);
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    this.#database = database;
    this.#categoryName = (id) => names.get(id) ?? id;

    // Nobody reads the file before it is finished, and one that is not is thrown away.
    for (const setting of ['page_size = 4096', 'journal_mode = OFF', 'synchronous = OFF']) {
      database.pragma(setting);
    }
    database.exec('BEGIN');
    database.exec(schema);
    const putMeta = database.prepare('INSERT INTO meta VALUES (?, ?)');
    for (const [name, value] of Object.entries(meta)) putMeta.run(name, value);
    const putCategory = database.prepare('INSERT INTO categories VALUES (@id, @name, @description)');
    for (const category of categories) putCategory.run(category);

    const columns = [...serviceColumns, 'host'];
    this.#putService = database.prepare(
      `INSERT INTO services (number, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
    );
    this.#putText = database.prepare(
      `INSERT INTO search (rowid, ${searched}) VALUES (?${', ?'.repeat(fields.length)})`,
    );
  }

  add(service: Service): void {
    const row = serviceRow(service);
    const texts = searchedTexts(service, this.#categoryName);
    this.#count += 1;

    this.#putService.run(this.#count, ...serviceColumns.map((column) => asValue(row[column])), texts.host);
    this.#putText.run(this.#count, ...fields.map((field) => tokensOf(texts[field])));
  }

  /** Completes the database. */
  finish(): void {
    this.#database.exec(indexes);
    this.#database.exec('COMMIT');
  }

  /** The database as the content of a file. */
  bytes(): Buffer {
    return this.#database.serialize();
  }

  close(): void {
    this.#database.close();
  }
}

/** Lists become JSON, which SQLite reads by `json_each`. */
function asValue(cell: string | number | readonly string[] | null): string | number | null {
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
}
