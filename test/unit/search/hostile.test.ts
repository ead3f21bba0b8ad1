import { globSync, readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sentence } from '../../../src/search/intent/read-sentence.ts';
import { maxQueryLength } from '../../../src/search/query/question.ts';
import { type IntentAnswer, Search } from '../../../src/search/search.ts';
import { intentView, IntentView } from '../../../src/views/intent.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

const page = { limit: 20, offset: 0 };

const letters = 'abcdefghij';
const entries = Array.from({ length: 200 }, (_, i) =>
  anEntry({
    name: `Rain ${String(i)} ${letters.charAt(i % 10).repeat(1 + (i % 7))}`,
    description: 'The best API for the rain of today, and of tomorrow (.*)+ [a-z]{2,} $^.',
    endpoint: `https://api${String(i)}.example.com`,
  }),
);
const search = new Search(aSnapshot(entries));

let ask: () => unknown = () => undefined;
const asking = new Script('ask()');
const room = createContext({ ask: () => ask() });

/**
 * A sentence as it is read at once, with a limit of time that ends a pattern that is being matched, too. A pattern that backtracks without
 * bound would take years, the others take a millisecond: no load of the machine brings them near the limit.
 */
function read(text: string, by = search): Promise<Sentence> {
  ask = () => by.readSentence(text.slice(0, maxQueryLength));
  return asking.runInContext(room, { timeout: 10_000 }) as Promise<Sentence>;
}

async function intentOf(text: string): Promise<IntentAnswer> {
  return search.intent(await read(text), page);
}

describe('a search', () => {
  it.each([
    ['a word as long as a query may be', 'a'.repeat(maxQueryLength)],
    ['as many words as a query can hold', 'a '.repeat(maxQueryLength / 2)],
    ['as many words with typos as a query can hold', 'rainx '.repeat(maxQueryLength / 6)],
    ['many words that differ', Array.from({ length: maxQueryLength }, (_, i) => i).join(' ')],
    ['pictures', '🌧️👩‍👩‍👧‍👦🏳️‍🌈'.repeat(20)],
    ['one letter', 'r'],
    ['words that say nothing', 'the of and for to a an in on with'],
    ['a pattern', '(.*)+ [a-z]{2,} $^ \\d+ (?<=x)'],
    ['half a character', '\ud83c rain \udf27'],
    ['signs that lean on other signs', 'r\u0301\u0302\u0303'.repeat(100)],
    ['a word of the language', '__proto__ constructor prototype'],
    ['nothing to be seen', '\u200b\u200d\u00ad\u2060'],
    ['other lines', 'rain\nradar\u2028rain\r\n\train'],
  ])('answers %s the same way twice, with a total that holds its page', async (_what, given) => {
    const text = given.slice(0, maxQueryLength);
    const wanted = await search.readKeywords(text);
    const list = () => search.list({ wanted, ...page });
    const [first, second] = [await list(), await list()];

    expect({ ...first, countHosts: first.countHosts() }).toEqual({
      ...second,
      countHosts: second.countHosts(),
    });
    expect(first.total).toBeGreaterThanOrEqual(first.entries.length);
    expect((await search.facets({ wanted })).total).toBe(first.total);
    expect(await intentOf(text)).toEqual(await intentOf(text));
  });

  it('answers any text, with pages that continue each other', async () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom('a', 'b', 'r', 'i', ' ', 'n', '日', '本', 'カ', '-'),
        maxLength: 30,
      }),
    );
    const some = new Search(aSnapshot(entries.slice(0, 40)));

    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const wanted = await some.readKeywords(text);
        const whole = await some.list({ wanted, ...page });
        const half = await some.list({ wanted, limit: 10, offset: 10 });

        expect(half.total).toBe(whole.total);
        expect(half.entries).toEqual(whole.entries.slice(10));
      }),
      { numRuns: caseCount(150) },
    );
  });

  it('answers pages at any offset and of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogs(30),
        fc.nat(40),
        fc.integer({ min: 1, max: 100 }),
        async (given, offset, limit) => {
          const asked = new Search(aSnapshot(given));
          const wanted = await asked.readKeywords('rain');
          const whole = await asked.list({ wanted, limit: 100, offset: 0 });

          expect((await asked.list({ wanted, limit, offset })).entries).toEqual(
            whole.entries.slice(offset, offset + limit),
          );
        },
      ),
    );
    const wanted = await search.readKeywords('rain');
    expect((await search.list({ wanted, limit: 1_000, offset: 0 })).entries).toHaveLength(entries.length);
    expect((await search.list({ wanted, limit: 20, offset: Number.MAX_SAFE_INTEGER })).entries).toEqual([]);
  });
});

describe('numbers with more digits than any price or count', () => {
  const nines = '9'.repeat(40);

  it.each([
    `rain, ${nines} free calls`,
    `rain with a free quota of at least ${nines}`,
    `rain under $0.${nines}`,
    `rain below ${nines} cents`,
    `rain between $0.${nines} and $1`,
    `rain at most $5.${'0'.repeat(17)}5 cents`,
    `rain with a trust score over ${nines}`,
    `rain on eip155:${nines}`,
  ])('leave an answer that is as described: %s', async (text) => {
    const view: unknown = JSON.parse(JSON.stringify(intentView(text, await intentOf(text))));

    expect(IntentView.parse(view)).toEqual(view);
  });
});

describe('texts without spaces', () => {
  const weather = anEntry({ name: '天気予報API', description: '今日と明日の東京の天気。' });
  const other = anEntry({
    name: '翻訳サービス',
    description: '日本語を英語に訳します。',
    endpoint: 'https://b.example.com',
    category: 'ai-inference',
  });
  const both = new Search(aSnapshot([weather, other]));
  const found = async (text: string): Promise<string[]> =>
    (await both.list({ wanted: await both.readKeywords(text), ...page })).entries.map(
      ({ declared }) => declared.name,
    );

  it.each([
    ['天気', weather],
    ['東京', weather],
    ['東京の天気', weather],
    ['翻訳', other],
    ['サービス', other],
    ['ｻｰﾋﾞｽ', other],
    ['日本語', other],
  ])('are found by any part of them: %s', async (text, { declared }) => {
    expect(await found(text)).toEqual([declared.name]);
  });

  it('are not found by two characters that are not neighbours', async () => {
    expect(await found('天東')).toEqual([]);
  });
});

/** Every word that the rules for sentences are written with. */
const ruleWords = [
  ...new Set(
    globSync('src/search/intent/*.ts').flatMap(
      (file) => readFileSync(file, 'utf8').match(/[\p{L}\p{N}$%]+/gu) ?? [],
    ),
  ),
];

/** The rules read a sentence the same way over few services as over many. */
const few = new Search(aSnapshot(entries.slice(0, 3)));

describe('a sentence made to slow the rules down', () => {
  it('is read when it repeats any word of the rules', async () => {
    expect(ruleWords.length).toBeGreaterThan(500);
    for (const word of ruleWords) {
      for (const separator of [' ', '']) {
        await read(`${(word + separator).repeat(100).slice(0, 100)}x!`, few);
      }
    }
  });

  it('is read when it repeats any few words of the rules', async () => {
    const words = fc.array(fc.constantFrom(...ruleWords), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(words, async (some) => {
        await read(`${some.join(' ')} `.repeat(maxQueryLength), few);
      }),
      { numRuns: caseCount(150) },
    );
  });
});
