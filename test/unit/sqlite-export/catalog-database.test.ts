import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CatalogDatabase } from '../../../src/sqlite-export/catalog-database.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { Service, serviceView } from '../../../src/views/service.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { hostileNames } from '../../fixtures/hostile-names.ts';
import { anEntry, aSnapshot, categories } from '../../fixtures/services.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { caseCount } from '../../support/cases.ts';

const meta = {
  version: '1',
  site: 'https://catalog.example.com',
  commit: 'c0ffee',
  changedAt: '2026-01-31T12:00:00.000Z',
  cursor: 'cursor-1',
  licence: 'CC0-1.0',
} as const;

function bytesOf(entries: readonly Entry[]): Buffer {
  const database = new CatalogDatabase({ meta, categories });
  for (const entry of aSnapshot(entries).entriesById()) database.add(serviceView(entry));
  database.finish();
  const bytes = database.bytes();
  database.close();
  return bytes;
}

let open: Database.Database[] = [];

/** A reader of the database of these services. */
function reading(entries: readonly Entry[]): Database.Database {
  const database = new Database(bytesOf(entries));
  open.push(database);
  return database;
}

afterEach(() => {
  for (const database of open) database.close();
  open = [];
});

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A service as its row describes it. */
function serviceOf(given: unknown): Service {
  const row = Row.parse(given);
  const freeQuota = row['pricing_free_quota'];

  return Service.parse({
    id: row['id'],
    name: row['name'],
    description: row['description'],
    endpoint: row['endpoint'],
    category: row['category'],
    pricing: {
      currency: row['pricing_currency'],
      pricePerRequest: row['pricing_price_per_request'],
      ...(freeQuota === null ? {} : { freeQuota }),
    },
    x402Config: {
      paymentAddress: row['x402_config_payment_address'],
      network: row['x402_config_network'],
    },
    trustScore: row['trust_score'],
    status: row['status'],
    supportedChains: JSON.parse(String(row['supported_chains'])) as unknown,
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
  });
}

const named = (name: string, description = 'Nothing to see.', i = 0): Entry =>
  anEntry({ name, description, endpoint: `https://h${i}.example.com`, category: 'maps-geolocation' });

/** The names that a full-text query finds, the best first. */
function found(database: Database.Database, query: string): unknown[] {
  return database.prepare('SELECT name FROM search WHERE search MATCH ? ORDER BY rank').pluck().all(query);
}

describe('the database of a catalog', () => {
  it('has one row for each service, with all of its fields', () => {
    fc.assert(
      fc.property(catalogs(10), (entries) => {
        const rows = reading(entries).prepare('SELECT * FROM services ORDER BY id').all();

        expect(rows.map(serviceOf)).toEqual(aSnapshot(entries).entriesById().map(serviceView));
      }),
      { numRuns: caseCount(10) },
    );
  });

  it('holds hostile names as they are', () => {
    const names = reading(hostileNames.map((name, i) => named(name, name, i)))
      .prepare('SELECT name FROM services')
      .pluck()
      .all();

    expect([...names].sort()).toEqual([...hostileNames].sort());
  });

  it('has the categories, and says of itself what it is', () => {
    const database = reading([]);

    expect(database.prepare('SELECT * FROM categories').all()).toEqual(categories);
    expect(Object.fromEntries(database.prepare('SELECT name, value FROM meta').raw().all() as [])).toEqual(
      meta,
    );
  });

  it('is sound, and the same bytes for the same services', () => {
    fc.assert(
      fc.property(catalogs(20), (entries) => {
        const bytes = bytesOf(entries);
        const database = new Database(bytes);

        expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
        expect(bytesOf(entries.toReversed()).equals(bytes)).toBe(true);
        database.close();
      }),
      { numRuns: caseCount(10) },
    );
  });

  it('finds services by category, network and host without reading all', () => {
    const database = reading([named('Rain')]);
    const plan = (condition: string): string =>
      JSON.stringify(
        database.prepare(`EXPLAIN QUERY PLAN SELECT id FROM services WHERE ${condition} = ?`).all('x'),
      );

    for (const column of ['category', 'x402_config_network', 'host', 'id']) {
      expect(plan(column)).toContain('USING');
    }
  });

  it('is read by the command line of SQLite', async ({ skip }) => {
    const file = join(await temporaryFolder(), 'export.sqlite');
    await writeFile(file, bytesOf([named('Rain Radar', 'Showers.'), named('Snow Radar', 'Flakes.')]));
    const query = "SELECT name FROM search WHERE search MATCH 'rain' ORDER BY rank";
    const ended = await runProcess('sqlite3', [file, query]).catch(() => undefined);
    if (!ended) return skip('sqlite3 is not installed');

    expect(ended).toMatchObject({ code: 0, stdout: 'Rain Radar\n' });
  });
});

describe('its full-text search', () => {
  it('finds services by name, description, host and category', () => {
    const database = reading([
      anEntry({
        name: 'Alpha',
        description: 'Precipitation.',
        endpoint: 'https://beta.example.com',
        category: 'ai-inference',
      }),
    ]);

    for (const query of [
      'alpha',
      'precipitation',
      'beta',
      'agents',
      'name:alpha',
      'host:example',
      'PRECIP*',
    ]) {
      expect(found(database, query), query).toEqual(['Alpha']);
    }
    expect(found(database, 'gamma')).toEqual([]);
  });

  it('weighs a word in the name three times', () => {
    const others = Array.from({ length: 20 }, (_, i) => named(`Other ${i}`, 'Some other thing to see.', i));
    const database = reading([
      ...others,
      named('Alpha', 'About weather today.', 30),
      named('Weather', 'About alpha today.', 31),
    ]);

    expect(found(database, 'weather')).toEqual(['Weather', 'Alpha']);
    expect(found(database, 'alpha')).toEqual(['Alpha', 'Weather']);
  });

  it('shows what it found, in the words of the service', () => {
    const database = reading([anEntry({ name: 'Météo', description: 'Prévisions pour demain.' })]);
    const row = database
      .prepare(
        "SELECT id, name, category, highlight(search, 1, '[', ']') AS text FROM search WHERE search MATCH 'previsions'",
      )
      .get();

    expect(row).toEqual({
      id: expect.stringMatching(/^meteo-/) as string,
      name: 'Météo',
      category: 'Weather & Environment',
      text: '[Prévisions] pour demain.',
    });
  });

  it.each([
    ['Forecasts', 'forecast'],
    ['Forecast', 'forecasts'],
    ['Météo', 'meteo'],
    ['Meteo', 'Météo'],
    ['Straße', 'straße'],
    ['Погодный', 'погодный'],
    ['Погодный', 'погодныи'],
    ['天气预报', '天气'],
    ['天气预报', '天气预报'],
    ['天气预报', '"天气" "气预"'],
    ['気象データ', '"デー" "ータ"'],
    ['날씨 예보', '날씨'],
    ['मौसम', '"मौसम"'],
    ['ﬁnance', 'finance'],
    ['ＡＰＩ', 'api'],
    ["Rain'); DROP TABLE services;--", 'drop'],
  ])('finds %j by %j', (name, query) => {
    expect(found(reading([named(name)]), query)).toEqual([name]);
  });

  it('finds every hostile name by its words as they are written', () => {
    const database = reading(hostileNames.map((name, i) => named(name, 'Nothing to see.', i)));

    for (const name of hostileNames.filter((each) => /[\p{L}\p{N}]/u.test(each))) {
      expect(found(database, `"${name.replaceAll('"', '""')}"`), name).toContain(name);
    }
  });
});
