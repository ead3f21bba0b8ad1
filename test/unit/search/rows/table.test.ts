import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../../src/search/rows/row.ts';
import { Table } from '../../../../src/search/rows/table.ts';
import { anEntry } from '../../../fixtures/services.ts';

const [rain, snow] = ['rain', 'snow'].map((host) =>
  rowOf(anEntry({ name: host, endpoint: `https://${host}.example.com` })),
) as [ReturnType<typeof rowOf>, ReturnType<typeof rowOf>];

describe('a table', () => {
  it('keeps the place of a row that is replaced', () => {
    const table = new Table();
    const place = table.put(rain);
    table.put(snow);
    const changed = { ...rain, trustScore: 99 };

    expect(table.put(changed)).toBe(place);
    expect(table.at(place)).toBe(changed);
    expect([...table.rows()]).toEqual([changed, snow]);
  });

  it('gives the place of a row that is gone to no other', () => {
    const table = new Table();
    const place = table.put(rain);

    expect(table.remove(rain.id)).toBe(place);
    expect(table.remove(rain.id)).toBeUndefined();
    expect(table.put(snow)).not.toBe(place);
    expect(table.put(rain)).not.toBe(place);
    expect(table.at(place)).toBeUndefined();
    expect([...table.rows()]).toEqual([snow, rain]);
  });

  it('names the chains and counts the categories of the rows that are there', () => {
    const table = new Table();
    table.put({ ...rain, chains: ['base', 'polygon'], category: 'a' });
    table.put({ ...snow, chains: ['base'], category: 'b' });
    expect(table.chains()).toEqual(['base', 'polygon']);

    table.put({ ...snow, chains: ['arbitrum'], category: 'a' });
    expect(table.chains()).toEqual(['arbitrum', 'base', 'polygon']);
    expect(table.categorySizes()).toEqual(new Map([['a', 2]]));

    table.remove(rain.id);
    expect(table.chains()).toEqual(['arbitrum']);
    expect(table.categorySizes()).toEqual(new Map([['a', 1]]));
  });
});
