import { bytesIn, type FilePart, type FileRange } from './open-file.ts';
import { RecordDamaged } from './record-damaged.ts';

/** What is kept of one file. Texts are in UTF-8. */
export interface KeptRow {
  /** At most `numbersInRow`; the others are 0. */
  readonly numbers: Iterable<number>;
  readonly id: Uint8Array;
  /** What most need to know beside the id, so that they need not read the text. */
  readonly brief: Uint8Array;
  readonly text: Uint8Array;
}

const numbersInRow = 6;

/** Where the bytes of a row end, which stands before its numbers. Those of the row before are where they begin. */
const ends = { id: 0, brief: 1, text: 2 } as const;

const width = 3 + numbersInRow;

/** Bytes in memory, or in a file: those of a whole catalog are most of what is kept, and few are read twice. */
type Texts = Buffer | FilePart;

/** What is kept of the files of one folder, a row each. Rows stay bytes until somebody asks for them. Immutable. */
export class KeptRows {
  readonly size: number;
  /** Row after row. */
  readonly #numbers: Float64Array;
  /** Of each row the id and the brief. */
  readonly #briefs: Buffer;
  readonly #texts: Texts;

  private constructor(numbers: Float64Array, briefs: Buffer, texts: Texts) {
    this.size = numbers.length / width;
    this.#numbers = numbers;
    this.#briefs = briefs;
    this.#texts = texts;
  }

  static of(rows: readonly KeptRow[]): KeptRows {
    const numbers = new Float64Array(width * rows.length);
    let [briefEnd, textEnd] = [0, 0];
    for (const [place, { numbers: own, id, brief, text }] of rows.entries()) {
      const idEnd = briefEnd + id.length;
      briefEnd = idEnd + brief.length;
      textEnd += text.length;
      numbers.set([idEnd, briefEnd, textEnd, ...own], width * place);
    }

    const briefs = Buffer.concat(rows.flatMap(({ id, brief }) => [id, brief]));
    return new KeptRows(numbers, briefs, Buffer.concat(rows.map(({ text }) => text)));
  }

  /** The table of these parts, whose bytes it shares with whoever else has them. */
  static over([numbers, briefs, texts]: RowParts): KeptRows {
    const { buffer, byteOffset, byteLength } = numbers;
    const length = byteLength / Float64Array.BYTES_PER_ELEMENT;
    const own = texts instanceof Uint8Array ? bufferOver(texts) : texts;

    return new KeptRows(new Float64Array(buffer, byteOffset, length), bufferOver(briefs), own);
  }

  /** The table of these parts, whose texts are in an open file. */
  static stored([numbers, briefs, range]: StoredParts, file: FilePart['file']): KeptRows {
    return KeptRows.over([numbers, briefs, { ...range, file }]);
  }

  get parts(): RowParts {
    const { buffer, byteOffset, byteLength } = this.#numbers;

    return [new Uint8Array(buffer, byteOffset, byteLength), this.#briefs, this.#texts];
  }

  /** The same with the bytes of the texts, wherever they are. */
  get bytes(): readonly Uint8Array[] {
    const [numbers, briefs, texts] = this.parts;

    return [numbers, briefs, this.#textBytes(0, texts.length)];
  }

  number(place: number, column: number): number {
    return this.#numbers[width * place + 3 + column] ?? Number.NaN;
  }

  id(place: number): string {
    return this.#briefs.toString('utf8', this.#end(place - 1, 'brief'), this.#end(place, 'id'));
  }

  brief(place: number): string {
    return this.#briefs.toString('utf8', this.#end(place, 'id'), this.#end(place, 'brief'));
  }

  text(place: number): string {
    return this.#textBytes(this.#end(place - 1, 'text'), this.#end(place, 'text')).toString();
  }

  /** These rows without those at some places, and others after them. */
  with(gone: readonly number[], added: KeptRows): KeptRows {
    const left = new Set(gone);
    const own = this.#rows().filter((_, place) => !left.has(place));

    return KeptRows.of([...own, ...added.#rows()]);
  }

  #rows(): KeptRow[] {
    return Array.from({ length: this.size }, (_, place) => ({
      numbers: this.#numbers.subarray(width * place + 3, width * (place + 1)),
      id: this.#briefs.subarray(this.#end(place - 1, 'brief'), this.#end(place, 'id')),
      brief: this.#briefs.subarray(this.#end(place, 'id'), this.#end(place, 'brief')),
      text: this.#textBytes(this.#end(place - 1, 'text'), this.#end(place, 'text')),
    }));
  }

  #textBytes(from: number, to: number): Buffer {
    const texts = this.#texts;
    return texts instanceof Uint8Array ? texts.subarray(from, to) : bytesIn(texts, from, to);
  }

  /** In bytes; what comes before the first row ends at 0. */
  #end(place: number, part: keyof typeof ends): number {
    return this.#numbers[width * place + ends[part]] ?? 0;
  }
}

/** A table as bytes: its numbers, then the briefs with their ids, then the texts. */
export type RowParts = readonly [numbers: Uint8Array, briefs: Uint8Array, texts: Uint8Array | FilePart];

/** The same where the texts are in a file that whoever reads them has open. */
export type StoredParts = readonly [numbers: Uint8Array, briefs: Uint8Array, texts: FileRange];

/** @throws {RecordDamaged} when these are not the numbers of rows */
export function checkedNumbers(bytes: Uint8Array): Uint8Array {
  if (bytes.length % (width * Float64Array.BYTES_PER_ELEMENT) === 0) return bytes;

  throw new RecordDamaged();
}

function bufferOver({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
