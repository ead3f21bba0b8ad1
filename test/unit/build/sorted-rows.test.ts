import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedRows } from '../../../src/build/sorted-rows.ts';

const shape = { list: 'rows', key: 'id' };

const headOf = (title: string): string => `${JSON.stringify({ title }).slice(0, -1)},"rows":[`;
const printed = (title: string, rows: ReadonlyMap<string, string>): string => {
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

  return `${headOf(title)}${sorted.map(([, row]) => row).join(',')}]}`;
};
const rowOf = (id: string, text: string): string => JSON.stringify({ id, text, inner: { text: [text] } });
const changedText = (text: string, head: string, rows: ReadonlyMap<string, string | undefined>) =>
  SortedRows.in(Buffer.from(text), shape)?.with(head, rows).toString();

const someText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('{"id":"b",', ']}', '"rows":[', '\\"'),
);
const someRows = fc.dictionary(fc.stringMatching(/^[a-z0-9/.-]{1,4}$/), someText);

describe('sorted rows', () => {
  it('are, with some exchanged, what is printed with these', () => {
    fc.assert(
      fc.property(someText, someText, someRows, someRows, someRows, (old, title, stay, go, come) => {
        const [present, gone, added] = [stay, go, come].map(
          (texts) => new Map(Object.entries(texts).map(([id, text]) => [id, rowOf(id, text)])),
        ) as [Map<string, string>, Map<string, string>, Map<string, string>];
        const changes = new Map([...Array.from(gone.keys(), (id) => [id, undefined] as const), ...added]);
        const wanted = new Map([...present].filter(([id]) => !gone.has(id)));

        expect(changedText(printed(old, new Map([...gone, ...present])), headOf(title), changes)).toBe(
          printed(title, new Map([...wanted, ...added])),
        );
      }),
    );
  });

  it('do without a row that is to go and is not there', () => {
    expect(changedText('{"rows":[{"id":"b"}]}', '{"rows":[', new Map([['a', undefined]]))).toBe(
      '{"rows":[{"id":"b"}]}',
    );
  });

  it.each(['', '{"rows":[]', '{"row":[]}', ']}', '{"rows":[]} '])('are not found in %j', (text) => {
    expect(SortedRows.in(Buffer.from(text), shape)).toBeUndefined();
  });
});
