import { describe, expect, it } from 'vitest';
import { unobserved } from '../../../../src/domain/service.ts';
import { digestIn, type Entry } from '../../../../src/domain/snapshot.ts';
import { chainsOf, Codes } from '../../../../src/search/index/codes.ts';
import { Table } from '../../../../src/search/index/table.ts';
import { anEntry } from '../../../fixtures/services.ts';

function entryCalled(name: string): Entry {
  return anEntry({ name, endpoint: `https://${name}.example.com` });
}

/** Services of one digest, which no real ones share: only here do names hold what separates the fields. */
function twin(which: 1 | 2 | 3 | 4): Entry {
  const parts = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
  const { declared } = entryCalled('alpha');
  const [id, name] = [parts.slice(0, which).join('\n'), parts.slice(which).join('\n')];

  return { declared: { ...declared, id, name }, observed: unobserved };
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
    const [alpha, beta, gamma] = [entryCalled('alpha'), entryCalled('beta'), entryCalled('gamma')];
    const table = Table.of([alpha, beta]);
    table.add(gamma);
    table.kill(table.find(beta) ?? -1);

    expect(foundIn(table, [alpha, beta, gamma])).toEqual([alpha, undefined, gamma]);
    expect(table.find(entryCalled('delta'))).toBeUndefined();
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
    const [alpha, beta] = [entryCalled('alpha'), entryCalled('beta')];
    const accepting = (entry: Entry, ...chains: readonly string[]): Entry => ({
      declared: entry.declared,
      observed: { ...unobserved, status: 'verified', chains },
    });
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
    const twins = [twin(1), twin(2), twin(3)];
    const table = Table.of([...twins, entryCalled('delta')]);

    expect(new Set(twins.map(digestIn)).size).toBe(1);
    expect(foundIn(table, twins)).toEqual(twins);
    expect(table.find(twin(4))).toBeUndefined();
  });
});
