import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../src/views/body.ts';
import { withoutFormulas } from '../../../src/views/csv.ts';
import { csvExport, ndjsonExport } from '../../../src/views/exports.ts';
import { serviceView } from '../../../src/views/service.ts';
import { serviceColumns, serviceRow } from '../../../src/views/service-columns.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { hostileNames } from '../../fixtures/hostile-names.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

const hostile = hostileNames.map((name, i) =>
  anEntry({ name, description: name, endpoint: `https://h${i}.example.com` }),
);
const entries = fc.oneof(catalogs(10), fc.constant(hostile));

/** The cells of a service as a reader of the CSV file sees them. */
function cellsOf(entry: (typeof hostile)[number]): string[] {
  const row = serviceRow(serviceView(entry));

  return serviceColumns.map((column) => {
    const cell = row[column];
    if (cell === null) return '';
    return typeof cell === 'number'
      ? String(cell)
      : withoutFormulas(typeof cell === 'string' ? cell : cell.join(' '));
  });
}

describe('the export in NDJSON', () => {
  it('has a line for each service, which is its body in the API', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const lines = [...ndjsonExport(given)].join('').split('\n');

        expect(lines.pop()).toBe('');
        expect(lines).toEqual(given.map((entry) => bodyOf(serviceView(entry))));
        expect(lines.map((line): unknown => JSON.parse(line))).toEqual(given.map(serviceView));
      }),
    );
  });
});

describe('the export in CSV', () => {
  it('has a record for each service after the names of the columns, and no cell begins a formula', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const records: string[][] = parse([...csvExport(given)].join(''), { record_delimiter: '\r\n' });

        expect(records).toEqual([[...serviceColumns], ...given.map(cellsOf)]);
        expect(records.flat().filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
      }),
    );
  });

  it('has every field of a service, flat, in the order of the API', () => {
    const [entry] = aSnapshot([
      anEntry({ pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 2 } }),
    ]).entries();
    if (!entry) throw new Error('there is no service');
    const flat = Object.entries(serviceView(entry)).flatMap(([name, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? Object.keys(value).map((inner) => `${name}_${inner}`)
        : [name],
    );
    const snake = flat.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

    expect([...serviceColumns].sort()).toEqual(snake.sort());
  });
});
