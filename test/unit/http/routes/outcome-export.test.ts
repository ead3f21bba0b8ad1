import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { SqlOutcomes } from '../../../../src/adapters/state/outcomes.ts';
import { StatedOutcomes } from '../../../../src/live/stated-outcomes.ts';
import { anApi, request, type TestApi } from '../../../fixtures/api.ts';
import { aStatement } from '../../../fixtures/outcome-records.ts';
import { anEntry } from '../../../fixtures/services.ts';
import { aState } from '../../../support/state-database.ts';

const entry = anEntry();

let outcomes: SqlOutcomes;
let api: TestApi;

beforeEach(async () => {
  outcomes = new SqlOutcomes(await (await aState())());
  const nothing = { submit: () => Promise.reject(new Error()), reply: () => Promise.reject(new Error()) };
  const stated = new StatedOutcomes(outcomes);
  api = anApi({ entries: [entry], parts: { licence: 'CC0-1.0', outcomes: { intake: nothing, stated } } });
});

const exported = (etag = '', coding = ''): Promise<Response> =>
  request(api, '/api/outcomes.ndjson', { headers: { 'If-None-Match': etag, 'Accept-Encoding': coding } });

describe('the export of the record', () => {
  it('is an empty 304 while nothing changed', async () => {
    await outcomes.add([{ record: aStatement(entry.declared, 1), claim: null }]);
    const first = await exported();
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, (await first.text()).split('\n').length]).toEqual([200, 3]);

    const second = await exported(etag);
    expect([second.status, await second.text()]).toEqual([304, '']);
    await outcomes.add([{ record: aStatement(entry.declared, 2), claim: null }]);
    expect((await exported(etag)).status).toBe(200);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed by %s when asked, under a tag of its own', async (coding, decompress) => {
    await outcomes.add([{ record: aStatement(entry.declared, 1), claim: null }]);
    const plain = await exported();
    const packed = await exported('', coding);
    const [etag = '', packedTag = ''] = [plain, packed].map(({ headers }) => headers.get('etag') ?? '');

    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      coding,
      'Accept-Encoding',
    ]);
    expect(decompress(await packed.arrayBuffer()).toString()).toBe(await plain.text());
    expect(packedTag).toBe(etag.replace(/"$/, `-${coding}"`));
    expect((await exported(packedTag, coding)).status).toBe(304);
  });

  it('says of which catalog it is, as every export does', async () => {
    const { headers } = await exported();

    expect(headers.get('x-catalog-version')).toBeTruthy();
    expect(headers.get('x-catalog-cursor')).toBe(api.feed.cursor());
    expect(headers.get('link')).toContain('rel="license"');
  });

  it('changes when a service is paid into another wallet, since statements stay with the former seller', async () => {
    await outcomes.add([{ record: aStatement(entry.declared, 1), claim: null }]);
    const etag = (await exported()).headers.get('etag') ?? '';
    const { x402Config } = entry.declared;
    const moved = { ...x402Config, paymentAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' };
    const change = { put: [{ ...entry.declared, x402Config: moved }], removed: [], buried: [] };
    await api.store.publish(change, { commit: 'c0ffee', changedAt: entry.declared.createdAt });

    expect((await exported(etag)).status).toBe(200);
  });
});
