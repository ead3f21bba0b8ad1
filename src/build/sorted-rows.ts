/** How a JSON text ends with a list of objects, its rows, each of which begins with a text by which they are sorted. */
export interface RowShape {
  /** The last field of the text, which is the list. */
  readonly list: string;
  /** The first field of each row. No object within a row begins with it. */
  readonly key: string;
}

/** Where a row stands: from the comma before it, or the bracket before the first one, to its end. Where there is no such row, both are where it would stand. */
interface RowPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * A long JSON text of an earlier build, from which the next one is made by exchanging a few rows. In JSON, what begins a row is found without parsing: within a text,
 * its quotation marks would be escaped.
 */
export class SortedRows {
  readonly #bytes: Buffer;
  /** What begins a row, up to the first letter of its key. */
  readonly #beginning: string;
  /** Where the bracket before the rows stands, and the one after them. */
  readonly #start: number;
  readonly #end: number;

  private constructor(bytes: Buffer, beginning: string, start: number, end: number) {
    this.#bytes = bytes;
    this.#beginning = beginning;
    this.#start = start;
    this.#end = end;
  }

  /** Undefined where the text has no such list at its end. */
  static in(bytes: Buffer, { list, key }: RowShape): SortedRows | undefined {
    const name = `"${list}":[`;
    const start = bytes.indexOf(name) + name.length - 1;
    const end = bytes.length - ']}'.length;
    const isThere = start >= name.length && end > start && bytes.toString('latin1', end) === ']}';

    return isThere ? new SortedRows(bytes, `{"${key}":"`, start, end) : undefined;
  }

  /**
   * The same with another head, which ends with the bracket before the rows, and with some rows exchanged, by their keys, which are ASCII: undefined
   * stands for a row that is to go.
   */
  with(head: string, rows: ReadonlyMap<string, string | undefined>): Buffer {
    const pieces: Uint8Array[] = [];
    let left = this.#start;
    for (const [key, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { start, end } = this.#find(key);
      pieces.push(...this.#from(left, start));
      if (row !== undefined) pieces.push(comma, Buffer.from(row));
      left = end;
    }
    pieces.push(...this.#from(left, this.#end));

    // Each row brings the comma before it, of which the first has no use.
    return Buffer.concat([Buffer.from(head), ...pieces.slice(1), closing]);
  }

  /** Some rows, after a comma; nothing where there are none. */
  #from(start: number, end: number): Uint8Array[] {
    return start + 1 < end ? [comma, this.#bytes.subarray(start + 1, end)] : [];
  }

  #find(key: string): RowPlace {
    let [low, high] = [this.#start, this.#end];
    let after = this.#end;
    while (low < high) {
      const middle = low + Math.floor((high - low) / 2);
      const row = this.#rowFrom(middle, high);
      if (row === undefined) {
        high = middle;
        continue;
      }
      const found = this.#keyOf(row);
      if (found < key) low = row + 1;
      else if (found > key) [after, high] = [row, middle];
      else return { start: row, end: this.#rowFrom(row + 1, this.#end) ?? this.#end };
    }
    return { start: after, end: after };
  }

  /** Where the first row begins at or after a place, and before another one. */
  #rowFrom(place: number, before: number): number | undefined {
    // What stands before the beginning is the comma or the bracket.
    const row = this.#bytes.indexOf(this.#beginning, place + 1, 'latin1') - 1;

    return row < 0 || row >= before ? undefined : row;
  }

  #keyOf(row: number): string {
    const start = row + 1 + this.#beginning.length;

    return this.#bytes.toString('latin1', start, this.#bytes.indexOf('"', start));
  }
}

const comma = Buffer.from(',');
const closing = Buffer.from(']}');
