import { z } from 'zod';
import type { StateDatabase } from '../../src/adapters/state/database.ts';
import { Statement } from '../../src/adapters/state/sql.ts';
import { tables } from '../../src/adapters/state/tables.ts';

const Column = z.object({
  name: z.string(),
  type: z.enum(['TEXT', 'INTEGER', 'BLOB']),
  notnull: z.union([z.literal(0), z.literal(1)]),
  pk: z.int(),
});
type Column = z.infer<typeof Column>;

/** Tables of one row, which has the id 1. */
const single = ['feed', 'version_progress'];

/** Columns that take only a few words. */
const words: Readonly<Record<string, string>> = {
  'block.kind': 'owner',
  'api_key.scope': 'write',
  'asked_terms.source': 'declared',
};

/** Texts that databases may treat in different ways. */
const oddTexts = [
  '',
  ' é e\u0301 ',
  'ß < ss',
  '世界 🌦',
  '\'quoted\' \\ {"a",NULL}',
  'line\nbreak\ttab',
  'nul\0',
];

const oddNumbers = [0, -1, Number.MAX_SAFE_INTEGER, 1_771_000_000_000];

const oddBytes = [Buffer.alloc(0), Buffer.from([0, 255, 92, 39]), Buffer.from('text')];

/** Puts rows into every table of a SQLite state, with values of all kinds in each column. */
export async function fillState(database: StateDatabase, rowsOfEach: number): Promise<void> {
  await database.run('DELETE FROM feed');
  for (const table of tables) {
    const columns = z.array(Column).parse(await database.all(`SELECT * FROM pragma_table_info('${table}')`));
    const insert = `INSERT INTO ${table} VALUES (${columns.map(() => '?').join()})`;
    const count = single.includes(table) ? 1 : rowsOfEach;
    await database.transaction(function* () {
      for (let row = 1; row <= count; row += 1) {
        yield new Statement(
          insert,
          columns.map((column) => valueIn(table, column, row)),
        );
      }
    });
  }
}

function valueIn(table: string, { name, type, notnull, pk }: Column, row: number): unknown {
  const word = words[`${table}.${name}`];
  if (word !== undefined) return word;
  if (notnull === 0 && pk === 0 && row % 3 === 0) return null;
  if (type === 'BLOB') return oddBytes[row % oddBytes.length];
  // Keys differ from row to row.
  if (type === 'INTEGER') return pk > 0 ? row : oddNumbers[row % oddNumbers.length];
  return `${oddTexts[row % oddTexts.length] ?? ''}${String(row)}`;
}
