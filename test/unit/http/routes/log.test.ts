import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { leafHash } from '../../../../src/transparency/merkle-tree.ts';
import { printEntries, TileTree } from '../../../../src/transparency/tiles.ts';
import { anApi, request } from '../../../fixtures/api.ts';

const entries = Array.from({ length: 100 }, (_, i) => `entry ${String(i)} of the log of who is paid`);
const tree = new TileTree();
for (const entry of entries) tree.append(leafHash(entry));
const log = {
  ...{ tree, newestOf: () => undefined },
  entries: () => Promise.resolve(entries),
  entry: () => Promise.resolve(entries[0]),
};
const checkpoints = { verifier: 'a key', fault: undefined, newest: () => Promise.resolve('a note\n') };
const api = anApi({ parts: { transparency: { log, checkpoints } } });
const bundle = '/log/tile/entries/000.p/100';

describe('the log', () => {
  it.each(['/log/checkpoint', '/log/vkey', bundle])('is read like all else: %s', async (path) => {
    const first = await request(api, path);
    const etag = first.headers.get('etag') ?? '';
    const second = await request(api, path, { headers: { 'If-None-Match': etag } });

    expect(etag).toMatch(/^"/);
    expect(first.headers.get('x-catalog-version')).toBeTruthy();
    expect([second.status, await second.text()]).toEqual([304, '']);
  });

  it('sends entries compressed when asked', async () => {
    const answer = await request(api, bundle, { headers: { 'Accept-Encoding': 'gzip' } });

    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(gunzipSync(await answer.arrayBuffer())).toEqual(printEntries(entries));
  });
});
