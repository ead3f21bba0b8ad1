import { describe, expect, it } from 'vitest';
import { listedService } from '../../../../src/domain/listed-service.ts';
import { unobserved } from '../../../../src/domain/service.ts';
import { type Entry, entryOf } from '../../../../src/domain/snapshot.ts';
import { chainsOf, Codes } from '../../../../src/search/index/codes.ts';
import { Table } from '../../../../src/search/index/table.ts';
import { anEntry } from '../../../fixtures/services.ts';

/** A service with this digest, whatever it declares. */
function entryWith(digest: number, name: string): Entry {
  const { declared } = anEntry({ name, endpoint: `https://${name}.example.com` });

  return entryOf({ ...listedService(declared), digest }, unobserved);
}

/** What a table finds, as the entries that it holds there. */
function foundIn(table: Table, asked: readonly Entry[]): (Entry | undefined)[] {
  return asked.map((entry) => {
    const document = table.find(entry);
    return document === undefined ? undefined : table.entries[document];
  });
}

describe('a table of documents', () => {
  it('finds each of its documents, also those that came later, and no dead ones', () => {
    const [alpha, beta, gamma] = [entryWith(1, 'alpha'), entryWith(2, 'beta'), entryWith(3, 'gamma')];
    const table = Table.of([alpha, beta]);
    table.add(gamma);
    table.kill(table.find(beta) ?? -1);

    expect(foundIn(table, [alpha, beta, gamma])).toEqual([alpha, undefined, gamma]);
    expect(table.find(entryWith(4, 'delta'))).toBeUndefined();
  });

  it('counts the categories of the living', () => {
    const of = (category: string, name: string): Entry =>
      anEntry({ category, name, endpoint: `https://${name}.example.com` });
    const [alpha, beta] = [of('data', 'alpha'), of('weather', 'beta')];
    const table = Table.of([alpha, beta, of('data', 'gamma')]);
    table.kill(table.find(beta) ?? -1);
    table.add(of('finance', 'delta'));

    expect(Object.fromEntries(table.categorySizes())).toEqual({ data: 2, finance: 1 });
  });

  it('forgets chains that no service accepts any more, however many a seller invents', () => {
    const [alpha, beta] = [entryWith(1, 'alpha'), entryWith(2, 'beta')];
    const accepting = (entry: Entry, ...chains: readonly string[]): Entry =>
      entryOf(entry.listed ?? listedService(entry.declared), { ...unobserved, status: 'verified', chains });
    const table = Table.of([alpha, beta]);
    const [at = -1, atBeta = -1] = [table.find(alpha), table.find(beta)];
    table.observe(atBeta, accepting(beta, 'polygon'));
    for (let i = 0; i < 20_000; i += 1) {
      table.observe(at, accepting(alpha, `eip155:${String(1_000_000 + i)}`));
    }

    const { chains } = table.codes;
    expect(chains.texts.length).toBeLessThan(2_000);
    expect(table.chains().length).toBeLessThan(2_000);
    expect(table.chains()).toEqual(expect.arrayContaining(['base-sepolia', 'eip155:1019999', 'polygon']));
    expect(
      [at, atBeta].map((place) => chainsOf(chains.texts[table.columns.chains[place] ?? -1] ?? '')),
    ).toEqual([
      ['base-sepolia', 'eip155:1019999'],
      ['base-sepolia', 'polygon'],
    ]);

    const again = new Codes(chains.texts);
    const free = chains.texts.filter((text) => text === '').length;
    for (let i = 0; i < free; i += 1) again.codeOf(`new ${String(i)}`);
    expect(again.texts).toHaveLength(chains.texts.length);
  });

  it('tells services apart that share a digest', () => {
    const twins = ['alpha', 'beta', 'gamma'].map((name) => entryWith(5, name));
    const table = Table.of([...twins, entryWith(6, 'delta')]);

    expect(foundIn(table, twins)).toEqual(twins);
    expect(table.find(entryWith(5, 'epsilon'))).toBeUndefined();
  });
});
