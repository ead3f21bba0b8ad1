import { describe, expect, it } from 'vitest';
import { serviceApi, staticApi } from '../../../src/build/static-api.ts';
import { staticExports } from '../../../src/build/write-exports.ts';
import type { CatalogFile } from '../../../src/domain/catalog-file.ts';
import { anApi, register, request, type TestApi } from '../../fixtures/api.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { anEntry } from '../../fixtures/services.ts';

const entries = Array.from({ length: 30 }, (_, i) =>
  anEntry(
    { name: `Météo ${String(i)}`, endpoint: `https://api${String(i)}.example.com` },
    { trustScore: i % 4 },
  ),
);

async function filesOf({ store }: TestApi): Promise<CatalogFile[]> {
  const services = store.snapshot.entriesById().flatMap(serviceApi);

  const files: CatalogFile[] = [];
  for await (const file of staticApi(store)) files.push(file);

  return [...files, ...services, ...staticExports(store.snapshot, 'tollbook')];
}

describe('the API as files', () => {
  it('has the same bodies as the server', async () => {
    const api = anApi({ entries });
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

  it('contains the first page, every service with its status, the categories and the exports', async () => {
    const paths = (await filesOf(anApi({ entries }))).map(({ path }) => path);
    const ids = entries.map(({ declared }) => declared.id);

    expect(paths.sort()).toEqual(
      [
        'api/services.json',
        'api/categories.json',
        'api/export.json',
        'api/export.ndjson',
        'api/export.csv',
        ...ids.flatMap((id) => [`api/services/${id}.json`, `api/services/${id}/status.json`]),
      ].sort(),
    );
  });
});
