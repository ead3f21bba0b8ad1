import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withMeaning } from '../../../../src/search/intent/gist.ts';
import type { Sentence } from '../../../../src/search/intent/read-sentence.ts';
import { Service } from '../../../../src/views/service.ts';
import { anApi, request } from '../../../fixtures/api.ts';
import { faultsOf, problemOf } from '../../../fixtures/bodies.ts';
import { anEntry } from '../../../fixtures/services.ts';

const Answer = z.looseObject({
  query: z.string(),
  intent: z.looseObject({ keywords: z.array(z.string()) }),
  total: z.int(),
  results: z.array(z.strictObject({ service: Service, score: z.number(), why: z.array(z.string()).min(1) })),
  ranking: z.strictObject({ version: z.string(), by: z.array(z.string()), complete: z.boolean() }),
});

const api = anApi({
  entries: [
    anEntry({ name: 'Rain Radar', endpoint: 'https://rain.example.com' }),
    anEntry({ name: 'Rain Gauge', description: 'Rain that fell.', endpoint: 'https://gauge.example.com' }),
    anEntry({
      name: 'Translator',
      description: 'Translates text.',
      endpoint: 'https://words.example.com',
      category: 'ai-inference',
    }),
  ],
});
const ask = (search: string): Promise<Response> => request(api, `/api/services/search/intent${search}`);
const answerTo = async (search: string): Promise<z.infer<typeof Answer>> =>
  Answer.parse(JSON.parse(await (await ask(search)).text()));

describe('GET /api/services/search/intent', () => {
  it('returns the sentence, what was understood, and the results with reasons', async () => {
    const answer = await answerTo('?q=I+need+an+API+that+translates');

    expect(Object.keys(answer)).toEqual(['query', 'intent', 'total', 'results', 'ranking']);
    expect(answer.query).toBe('I need an API that translates');
    expect(answer.intent.keywords.length).toBeGreaterThan(0);
    expect(answer.results.map(({ service }) => service.name)).toEqual(['Translator']);
    expect(answer.total).toBe(1);
  });

  it('offers what one demand less finds, where nothing meets all of them', async () => {
    const answer = await answerTo('?q=rain+radar+under+$0.0000001');

    expect(answer).toMatchObject({
      total: 0,
      results: [],
      nearest: {
        dropped: ['maxPrice'],
        total: 2,
        results: [{ service: { name: 'Rain Radar' } }, { service: { name: 'Rain Gauge' } }],
      },
    });
    expect(await answerTo('?q=rain')).not.toHaveProperty('nearest');
    expect(await answerTo('?q=xyzzy+under+$0.0000001')).not.toHaveProperty('nearest');
  });

  it('reads a range of prices', async () => {
    expect((await answerTo('?q=rain+between+0.001+and+0.004')).intent).toMatchObject({
      minPrice: '0.001',
      maxPrice: '0.004',
    });
  });

  it('lists everything else for an exclusion alone', async () => {
    const { total, results } = await answerTo('?q=no+weather');

    expect(total).toBe(1);
    expect(results.map(({ service }) => service.name)).toEqual(['Translator']);
    expect(results[0]?.why).toEqual(['nothing that was excluded applies to it']);
  });

  it('says which rules ranked, and that only words did where no meaning is known', async () => {
    expect((await answerTo('?q=I+need+an+API+that+translates')).ranking).toEqual({
      version: expect.stringMatching(/^rank\/\d+$/) as string,
      by: ['words'],
      complete: true,
    });
  });

  it('says that the answer will not last when its meaning was not known in time, and lets nobody cache it', async () => {
    const addMeaning = (sentence: Sentence) => Promise.resolve(sentence);
    const { store } = api;
    const response = await request(
      anApi({ parts: { store, addMeaning } }),
      '/api/services/search/intent?q=a+radar+for+the+rain',
    );

    expect(await response.json()).toMatchObject({ ranking: { by: ['words'], complete: false } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await ask('?q=a+radar+for+the+rain')).headers.get('cache-control')).not.toBe('no-store');
  });

  it('says that meaning ranked too, with another tag than the answer by words', async () => {
    const entries = [anEntry({ name: 'Umbrella', description: 'Whether to take one.' })];
    const { store } = anApi({ entries });
    const [missing] = await store.search.missingVectors(1);
    if (missing) await store.search.addVectors([{ key: missing.key, vector: Int8Array.of(127, 0) }]);
    const path = '/api/services/search/intent?q=will+I+get+wet';
    const byWords = await request(anApi({ parts: { store } }), path);
    const addMeaning = (sentence: Sentence) => Promise.resolve(withMeaning(sentence, [1, 0]));
    const byMeaning = await request(anApi({ parts: { store, addMeaning } }), path);

    expect(await byWords.json()).toMatchObject({ total: 0, ranking: { by: ['words'] } });
    expect(await byMeaning.json()).toMatchObject({
      total: 1,
      results: [{ service: { name: 'Umbrella' } }],
      ranking: { by: ['words', 'meaning'] },
    });
    expect(byMeaning.headers.get('etag')).not.toBe(byWords.headers.get('etag'));
  });

  it('never counts a price in euros against a limit in dollars', async () => {
    const priced = (name: string, currency: string, pricePerRequest: string) =>
      anEntry({
        name,
        endpoint: `https://${currency.toLowerCase()}.example.com`,
        pricing: { currency, pricePerRequest },
      });
    const mixed = anApi({
      entries: [priced('Rain for dollars', 'USDT0', '0.01'), priced('Rain for euros', 'EURC', '0.0099')],
    });
    const found = async (q: string) => {
      const answer = await request(
        mixed,
        `/api/services/search/intent?${new URLSearchParams({ q }).toString()}`,
      );
      return Answer.parse(await answer.json());
    };
    const names = ({ results }: z.infer<typeof Answer>) => results.map(({ service }) => service.name).sort();

    const inDollars = await found('rain for at most $0.01');
    expect(names(inDollars)).toEqual(['Rain for dollars']);
    expect(Object.keys(inDollars.intent)).not.toContain('peg');
    expect(names(await found('rain for at most 1 cent'))).toEqual(['Rain for dollars']);
    expect(names(await found('rain for at most 0.01 euros'))).toEqual(['Rain for euros']);
    expect(names(await found('rain for at most 0.01'))).toEqual(['Rain for dollars', 'Rain for euros']);
  });

  it('names the currency that may be declared where a token is spelt in mixed case', async () => {
    expect((await answerTo('?q=rain+paid+in+mUSD')).intent).toMatchObject({ currency: 'MUSD' });
  });

  it.each(['xyzzy', '?!', '🌧', 'the', '日本'])(
    'answers nothing, never a random list, to %s',
    async (sentence) => {
      expect(await answerTo(`?q=${encodeURIComponent(sentence)}`)).toMatchObject({ total: 0, results: [] });
    },
  );

  it('returns the same bytes for the same sentence', async () => {
    const [first, second] = await Promise.all([ask('?q=rain+for+my+garden'), ask('?q=rain+for+my+garden')]);

    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('has pages without gaps', async () => {
    const whole = await answerTo('?q=rain');
    const pages = await Promise.all(
      [0, 1, 2].map((offset) => answerTo(`?q=rain&limit=1&offset=${String(offset)}`)),
    );

    expect(whole.total).toBe(2);
    expect(pages.map(({ total }) => total)).toEqual([2, 2, 2]);
    expect(pages.flatMap(({ results }) => results)).toEqual(whole.results);
  });

  it('accepts 500 characters', async () => {
    expect((await ask(`?q=${'a'.repeat(500)}`)).status).toBe(200);
    expect((await ask(`?q=${'%C3%A9'.repeat(500)}`)).status).toBe(200);
    expect((await ask(`?q=${encodeURIComponent('🌧'.repeat(500))}`)).status).toBe(200);
  });

  it.each([
    ['', '/q'],
    ['?q=', '/q'],
    ['?q=%20%09', '/q'],
    ['?query=rain', '/query'],
    [`?q=${'a'.repeat(501)}`, '/q'],
    ['?q=%ff', '/q'],
    ['?q=rain&q=snow', '/q'],
    ['?q=rain&limit=0', '/limit'],
    ['?q=rain&limit=101', '/limit'],
    ['?q=rain&offset=-1', '/offset'],
  ])('refuses %s, naming %s', async (search, pointer) => {
    const response = await ask(search);

    expect(response.status).toBe(400);
    expect((await faultsOf(response)).map((fault) => fault.split(' ')[0])).toEqual([pointer]);
  });

  it.each(['', '?q=', '?q=+'])('answers %s with what is missing and how to ask', async (search) => {
    const { errors } = await problemOf(await ask(search));

    expect(errors).toMatchObject([
      { code: 'query_missing', detail: expect.stringContaining('?q=') as string },
    ]);
  });
});
