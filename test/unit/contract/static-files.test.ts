import { describe, expect, it } from 'vitest';
import { SqlOutcomes } from '../../../src/adapters/state/outcomes.ts';
import { serviceApi, staticApi } from '../../../src/build/static-api.ts';
import { textExports } from '../../../src/build/write-exports.ts';
import type { CatalogFile } from '../../../src/domain/catalog-file.ts';
import { StatedOutcomes } from '../../../src/live/stated-outcomes.ts';
import { recordsAbout } from '../../fixtures/outcome-records.ts';
import { anApi, register, request, type TestApi } from '../../fixtures/api.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { anEntry } from '../../fixtures/services.ts';
import { aState } from '../../support/state-database.ts';

const entries = Array.from({ length: 30 }, (_, i) =>
  anEntry(
    { name: `Météo ${String(i)}`, endpoint: `https://api${String(i)}.example.com` },
    { trustScore: i % 4, lastChecked: `2026-01-31T12:${String(i + 10)}:00.000Z` },
  ),
);

/** Buyers say something of every third service. */
const records = new Map(
  entries
    .map(({ declared }) => declared)
    .filter((_, i) => i % 3 === 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((declared, i) => [declared.id, recordsAbout(declared, 6, 100 * i)] as const),
);

/** An API over a state with these records. */
async function statingApi(): Promise<TestApi> {
  const outcomes = new SqlOutcomes(await (await aState())());
  await outcomes.add([...records.values()].flat().map((record) => ({ record, claim: null })));
  const intake = {
    submit: () => Promise.resolve({ kind: 'not_counted' as const }),
    reply: () => Promise.resolve({ kind: 'unknown' as const }),
  };

  return anApi({ entries, parts: { outcomes: { intake, stated: new StatedOutcomes(outcomes) } } });
}

async function filesOf({ store, feed }: TestApi): Promise<CatalogFile[]> {
  const services = store.snapshot.entriesById().flatMap((entry) => serviceApi(entry, records));

  const files: CatalogFile[] = [];
  for await (const file of staticApi(store)) files.push(file);

  return [
    ...files,
    ...services,
    ...textExports({ snapshot: store.snapshot, cursor: feed.cursor(), records }, 'tollbook'),
  ];
}

describe('the API as files', () => {
  it('has the same bodies as the server', async () => {
    const api = await statingApi();
    await register(api, aRegistration({ endpoint: 'https://new.example.com' }));
    const files = await filesOf(api);
    const answers = await Promise.all(
      files.map(async ({ path }) => ({
        path,
        text: await (await request(api, `/${path.replace(/\.json$/, '')}`)).text(),
      })),
    );

    expect(files).toEqual(answers);
  });

  it('has exports of the time of the newest check, which may have changed a status', async () => {
    const files = await filesOf(anApi({ entries }));
    const text = files.find(({ path }) => path === 'api/export.json')?.text ?? '';

    expect(JSON.parse(text)).toMatchObject({ exportedAt: '2026-01-31T12:39:00.000Z' });
  });

  it('contains the first page, every service with its status and outcomes, the categories and the exports', async () => {
    const paths = (await filesOf(anApi({ entries }))).map(({ path }) => path);
    const ids = entries.map(({ declared }) => declared.id);

    expect(paths.sort()).toEqual(
      [
        'api/services.json',
        'api/categories.json',
        'api/export.json',
        'api/export.ndjson',
        'api/export.csv',
        'api/outcomes.ndjson',
        ...[...records.keys()].map((id) => `api/services/${id}/outcomes.json`),
        ...ids.flatMap((id) => [`api/services/${id}.json`, `api/services/${id}/status.json`]),
      ].sort(),
    );
  });
});
