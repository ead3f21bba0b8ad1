import { beforeAll, describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { pagesWithLive } from '../../../src/import/ask-live.ts';
import { firstPlace } from '../../../src/import/read-source.ts';
import { harvest } from '../../../src/import/harvest.ts';
import type { LeftOut } from '../../../src/import/left-out.ts';
import type { Source } from '../../../src/import/source.ts';
import {
  withDistinctDescriptions,
  withDistinctNames,
  type NamedResource,
} from '../../../src/import/distinct-texts.ts';
import { a402, anAnswer } from '../../fixtures/answers.ts';
import { bazaarSample } from '../../support/bazaar-sample.ts';
import { terms } from '../../support/bazaar-source.ts';

const source: Source = { kind: 'bazaar', url: 'https://catalog.example.com/discovery/resources' };
const sample = bazaarSample();
const items = sample.map(({ item }) => item);
const documents = { textsAt: () => Promise.resolve({}) };

/** Endpoints that are gone answer 404, all others ask for payment. */
const client = {
  ask: ({ endpoint }: { readonly endpoint: string }) =>
    Promise.resolve(
      endpoint.includes('/gone')
        ? anAnswer(404)
        : a402({
            x402Version: 2,
            resource: { url: endpoint, description: `Live rain of ${endpoint.split('/').at(-1) ?? ''}.` },
            accepts: [terms()],
          }),
    ),
};

let listed: readonly NamedResource[];
let leftOut: readonly LeftOut[];
let entries: number;

beforeAll(async () => {
  const rules = { source, assets: knownAssets, policy: { allowInsecure: true } };
  const readPage = pagesWithLive(
    ({ offset }) =>
      Promise.resolve({ items: items.slice(offset, offset + 100), total: items.length, offset, limit: 100 }),
    { client, rules, documents },
  );
  const read = await harvest({
    ...{ readPage, first: firstPlace(source), rules, journal: undefined },
    budget: { pages: 100, entries: 10_000, bytes: 100_000_000, until: Infinity },
    now: () => new Date('2026-02-03T04:05:06.789Z'),
    progress: () => undefined,
  });
  ({ leftOut, entries } = read);
  listed = withDistinctNames(await withDistinctDescriptions(read.resources, documents));
});

describe('a thousand entries, made up as those of public lists', () => {
  it('are listed, or left out for the reason that holds', () => {
    const reasons = Map.groupBy(leftOut, ({ code }) => code);
    const expected = Map.groupBy(sample, ({ becomes }) => becomes);
    expected.delete('listed');

    expect(entries).toBe(1_000);
    expect(Object.fromEntries([...reasons].map(([code, each]) => [code, each.length]))).toEqual(
      Object.fromEntries([...expected].map(([code, each]) => [code, each.length])),
    );
    expect(listed.length + leftOut.length).toBe(1_000);
  });

  it('have names that are no addresses, and differ on one host', () => {
    const names = listed.map(({ name, endpoint }) => `${new URL(endpoint).host} ${name}`);
    const addresses = listed.filter(({ name }) => name.includes('.example.com/'));

    expect(new Set(names).size).toBe(listed.length);
    // Those whose description says nothing, and whose seller nothing better.
    expect(addresses.every(({ description }) => description.includes('does not say'))).toBe(true);
    expect(addresses.length).toBeLessThan(40);
  });

  it('have the example of their request where they give one', () => {
    expect(listed.filter(({ request }) => request?.query?.['city'] === 'Bergen')).toHaveLength(180);
  });
});
