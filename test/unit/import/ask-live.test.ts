import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import type { ProbeTarget } from '../../../src/domain/probe.ts';
import { pagesWithLive } from '../../../src/import/ask-live.ts';
import { readResource } from '../../../src/import/read-resource.ts';
import { firstPlace } from '../../../src/import/read-source.ts';
import type { Source } from '../../../src/import/source.ts';
import { a402, anAnswer } from '../../fixtures/answers.ts';
import { anItem, terms } from '../../support/bazaar-source.ts';

const url = 'https://rain.example.com/v1/now';
const bazaar: Source = { kind: 'bazaar', url: 'https://catalog.example.com/discovery/resources' };
const site: Source = { kind: 'well-known', url: 'https://rain.example.com/.well-known/x402' };

/** What becomes of an entry whose endpoint answers so, and how it was asked. */
async function readLive(
  item: unknown,
  { source = bazaar, status = 402, texts = {} }: { source?: Source; status?: number; texts?: object } = {},
): Promise<{ readonly read: unknown; readonly asked: readonly ProbeTarget[] }> {
  const rules = { source, assets: knownAssets, policy: { allowInsecure: true } };
  const asked: ProbeTarget[] = [];
  const resource = { url, description: 'Rain, live.', serviceName: 'Live Radar' };
  const client = {
    ask: (target: ProbeTarget) => {
      asked.push(target);
      const document = { x402Version: 2, resource, accepts: [terms({ amount: '20000' })] };
      return Promise.resolve(status === 402 ? a402(document) : anAnswer(status));
    },
  };
  const pages = pagesWithLive(() => Promise.resolve({ items: [item], total: 1, offset: 0, limit: 1 }), {
    client,
    rules,
    documents: { textsAt: () => Promise.resolve(texts) },
  });

  const page = await pages(firstPlace(source));
  return { read: readResource(page?.items[0], rules), asked };
}

describe('an entry whose endpoint is asked', () => {
  it.each<readonly [why: string, item: object, read: object]>([
    [
      'has no description',
      anItem(url, { description: '' }),
      { description: 'Rain, live.', name: 'Rain now' },
    ],
    ['has one that is a placeholder', anItem(url, { description: 'TODO' }), { description: 'Rain, live.' }],
    ['has no terms', anItem(url, { accepts: [] }), { description: 'Precipitation for the next two hours.' }],
    ['has unusable terms', anItem(url, { accepts: [terms({ amount: '0.01' })] }), {}],
  ])('%s, and is listed by the live terms', async (_why, item, expected) => {
    const { read, asked } = await readLive(item);

    expect(read).toMatchObject({
      endpoint: url,
      terms: { pricing: { pricePerRequest: '0.02' } },
      ...expected,
    });
    expect(asked).toEqual([{ endpoint: url }]);
  });

  it('is asked as it describes', async () => {
    const { asked } = await readLive(
      { resource: `POST ${url}?units=si`, outputSchema: { input: { type: 'http', bodyFields: {} } } },
      {},
    );

    expect(asked).toEqual([{ endpoint: url, method: 'POST', query: { units: 'si' } }]);
  });

  it('is not asked where it can be listed, or never can be', async () => {
    for (const item of [anItem(url), anItem('https://rain.example.com/{id}'), 'rain', { type: 'mcp', url }]) {
      expect((await readLive(item)).asked).toEqual([]);
    }
  });

  it('is on the host of its list only where it asks for payment there', async () => {
    const item = anItem('POST /api/x');

    expect((await readLive(item, { status: 404 })).read).toMatchObject({
      code: 'relative',
      detail: expect.stringContaining('it answers HTTP 404') as string,
    });
    expect((await readLive(item)).read).toMatchObject({
      endpoint: 'https://catalog.example.com/api/x',
      request: { method: 'POST' },
    });
  });

  it('is on the host of a site that lists its own', async () => {
    expect((await readLive('POST /v1/now', { source: site })).read).toMatchObject({
      endpoint: url,
      request: { method: 'POST' },
      name: 'Live Radar',
    });
  });

  it('has the words of the OpenAPI document where nothing else has any', async () => {
    const item = anItem(url, { description: '' });
    const texts = { name: 'Rain', description: 'Rain by OpenAPI.' };

    expect((await readLive(item, { status: 500, texts })).read).toMatchObject({
      description: 'Rain by OpenAPI.',
    });
    expect((await readLive(item, { status: 500 })).read).toMatchObject({ code: 'no_description' });
  });
});
