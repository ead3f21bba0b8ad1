import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { figuresOf, slotF1 } from '../../../scripts/evaluation/metrics.ts';
import {
  type DirectionOf,
  plainMiniSearch,
  type Ranker,
  tollbookApi,
  tollbookPages,
} from '../../../scripts/evaluation/rankers.ts';
import type { Corpus, Label } from '../../../scripts/evaluation/read-corpus.ts';
import { CatalogFolder } from '../../../src/adapters/catalog-folder.ts';
import { unobserved } from '../../../src/domain/service.ts';
import { Snapshot } from '../../../src/domain/snapshot.ts';
import { readCatalog } from '../../../src/catalog-files/read-catalog.ts';
import { useStoredVectors } from '../../../src/live/fill-vectors.ts';
import { openModel } from '../../../src/open/model.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogVersion } from '../../fixtures/services.ts';

type Row = readonly [question: string, relevant: Readonly<Record<string, number>>, slots?: Label['slots']];

/** Sentences over the sample catalog; services by the beginning of their id, 3: exactly, 2: well, 1: partly. */
const sentences: readonly Row[] = [
  ['will I need an umbrella this afternoon', { drizzle: 3 }],
  ['is the air safe to breathe near my school', { 'clear-lung': 3 }],
  ['did the ground just shake in Chile?', { tremor: 3 }],
  ['turn a street and house number into lat/long', { doorstep: 3 }],
  ['which country is this visitor in, by IP', { 'where-is-this-ip': 3 }],
  ['when does the next tram leave', { 'next-tram': 3 }],
  ['where has my package got to', { parcel: 3 }],
  ['position of a cargo vessel', { harbour: 3 }],
  ['turns a picture into text', { smudge: 3 }],
  ['words out of a photographed receipt', { smudge: 3, invoice: 2 }],
  ['write down what was said in a recording', { spoken: 3 }],
  ['cut the background out of a product photo', { 'paper-doll': 3 }],
  ['a picture of how a website looks', { heron: 3 }],
  ['draw something from my description', { fernbrush: 3 }],
  ['chat with a language model', { bramble: 3 }, { category: 'ai-inference' }],
  ['say this paragraph in Spanish', { lingo: 3 }],
  ['the gist of a long report', { brevity: 3 }],
  ['are my customers happy or angry in their comments', { gruff: 3 }],
  ['spreadsheet to PDF', { paperfold: 3, 'column-broom': 1 }],
  ['remove duplicate rows from a CSV', { 'column-broom': 3 }],
  ['clean article text of a web page as markdown', { burrow: 3 }],
  ['find dead links on my site', { 'dead-link': 3 }],
  ['how many euros is a dollar', { yonder: 3 }],
  ['closing price of a share', { closing: 3 }],
  ['what is one bitcoin worth, under half a cent', { 'coin-tidewatch': 3 }, { maxPrice: '0.005' }],
  ['best return on my stablecoins', { 'yield-orchard': 3 }],
  ['is this token a honeypot', { 'token-sniff': 3 }],
  ['is a VAT id genuine, paid in EURC', { vatproof: 3 }, { currency: 'EURC' }],
  ['is this person on a sanctions list', { listmatch: 3 }],
  ['has my password been stolen', { leaked: 3 }],
  ['is this address in my mailing list real e-mail', { mailbox: 3 }],
  ['text a customer on the phone', { pigeon: 3 }],
  ['invented customers to test with', { pretend: 3 }],
  ['run untrusted python', { kiln: 3 }],
  ['keep a file on IPFS', { attic: 3 }],
  ['calories of a meal, with at least 50 free calls', { 'plate-nutrients': 3 }, { freeQuota: 50 }],
  ['what to cook with leftovers', { pantry: 3 }],
  ['who is winning the football', { goalmouth: 3 }],
  ['Rezepte mit Zutaten aus dem Schrank', { pantry: 3 }],
  ['traducir un texto', { lingo: 3 }],
  ['翻译', { lingo: 3 }],
  [
    'headlines of today, nothing about crypto',
    { headline: 3 },
    { excludes: { category: ['crypto-data', 'blockchain-infra'] } },
  ],
  ['hello, how are you?', {}],
  ['hello there, how are you', {}],
  ['asdf jklo qwer', {}],
  ['speech to text below 0.0001 USDC', {}, { maxPrice: '0.0001', currency: 'USDC' }],
  ['chess on solana', {}, { chain: ['solana'] }],
];

/** Words as they are typed into the search box. */
const searches: readonly Row[] = [
  ['weather', { drizzle: 3 }],
  ['screensh', { heron: 3 }],
  ['geocod', { doorstep: 3 }],
  ['sanctons', { listmatch: 3 }],
  ['ocr', { smudge: 3 }],
  ['share prices', { closing: 3 }],
  ['reciepe', { pantry: 3, zest: 1 }],
  ['currency exchange', { yonder: 3 }],
];

const folder = new CatalogFolder(fileURLToPath(new URL('../../../catalog', import.meta.url)));
const { categories, services } = await readCatalog(folder, { allowInsecure: false });
const entries = services.map((declared) => ({ declared, observed: unobserved }));
const corpus: Corpus = {
  snapshot: Snapshot.of(catalogVersion, categories, entries),
  entries,
  categories,
  corpusId: (id) => id,
};
const search = new Search(corpus.snapshot);
const dataDir = await mkdtemp(join(tmpdir(), 'evaluation-'));
const opened = await openModel({ embeddingModel: undefined, dataDir }, 1);
if (opened) await useStoredVectors(search, opened.vectors);
/** Each text is asked of the model once, as the server does. */
const directions = new Map<string, ReturnType<DirectionOf>>();
const directionOf: DirectionOf = (text) => {
  const direction = directions.get(text) ?? Promise.resolve(opened?.model.embed(text, 'question'));
  directions.set(text, direction);
  return direction;
};
const plain = plainMiniSearch(corpus);
const own = tollbookApi(search, directionOf);
const pages = tollbookPages(search, directionOf);

afterAll(async () => {
  await opened?.model.close();
  await rm(dataDir, { recursive: true });
});

const labelled = (rows: readonly Row[]): Label[] =>
  rows.map(([q, relevant, slots = {}], at) => ({
    id: String(at),
    type: 'own',
    q,
    slots,
    relevant: byId(relevant),
  }));

function byId(relevant: Row[1]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(relevant).map(([beginning, grade]) => {
      const known = entries.filter(({ declared }) => declared.id.startsWith(beginning));
      expect(known, beginning).toHaveLength(1);
      return [known[0]?.declared.id ?? beginning, grade];
    }),
  );
}

async function ask(ranker: Ranker, set: 'intent' | 'keywords', rows: readonly Row[]) {
  const labels = labelled(rows);
  const answers = await Promise.all(labels.map(async ({ id, q }) => [id, await ranker[set](q)] as const));

  return {
    figures: figuresOf(labels, Object.fromEntries(answers.map(([id, { ids }]) => [id, ids]))),
    slots: slotF1(labels, Object.fromEntries(answers.map(([id, { intent = {} }]) => [id, intent]))),
    missed: labels.filter(({ relevant }, at) => {
      const first = answers[at]?.[1].ids[0];
      return Object.keys(relevant).length > 0 && relevant[first ?? ''] === undefined;
    }),
  };
}

describe('search over the sample catalog', () => {
  // After a change of samples, copy the file of vectors that `DATA_DIR=<a new folder> npm run build` makes to `sample-vectors.bin`.
  it('knows the meaning of all services before a model has read them', async () => {
    expect(await search.missingVectors(1)).toEqual([]);
  });

  it('understands sentences', async () => {
    const { figures, slots, missed } = await ask(own, 'intent', sentences);

    expect(missed.map(({ q }) => q)).toEqual([]);
    expect(figures.ndcg).toBeGreaterThan(0.9);
    expect(figures.emptyOk).toBe(1);
    expect(slots).toBe(1);
    expect(figures.ndcg).toBeGreaterThan((await ask(plain, 'intent', sentences)).figures.ndcg + 0.2);
  });

  it('finds services by keywords', async () => {
    const { figures, missed } = await ask(own, 'keywords', searches);

    expect(missed.map(({ q }) => q)).toEqual([]);
    expect(figures.ndcg).toBeGreaterThan(0.95);
  });

  it('understands sentences on pages as well as in the API', async () => {
    const { figures, missed } = await ask(pages, 'intent', sentences);

    expect(missed.map(({ q }) => q)).toEqual([]);
    expect(figures.ndcg).toBeCloseTo((await ask(own, 'intent', sentences)).figures.ndcg, 2);
    expect(figures.emptyOk).toBe(1);
  });

  it('finds by keywords on pages what the API finds, in the same order', async () => {
    for (const [text] of searches) {
      const [onPages, inApi] = await Promise.all([pages.keywords(text), own.keywords(text)]);
      expect(onPages.ids, text).toEqual(inApi.ids);
    }
  });
});
