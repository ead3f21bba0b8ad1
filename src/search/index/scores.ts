import type { PostingList } from './posting-list.ts';

/** A score for each document, and the list of those that have one. Reused from one question to the next, since most scores are zero. */
export class Scores {
  /** By document number; 0 for a document without a score. */
  values = new Float64Array();
  /** The documents with a score: the first `count` numbers. */
  documents = new Uint32Array();
  count = 0;
  /** The value that stands for a score of 1. */
  readonly unit: number;

  constructor(unit = 1) {
    this.unit = unit;
  }

  /** The documents that have a score, in no order. Callers may reorder them in place. */
  found(): Uint32Array {
    return this.documents.subarray(0, this.count);
  }

  /** The highest score; 0 when no document has one. */
  highest(): number {
    let highest = 0;

    for (let i = 0; i < this.count; i += 1) {
      highest = Math.max(highest, this.values[this.documents[i] ?? 0] ?? 0);
    }
    return highest;
  }

  /** Drops all scores, and makes room for that many documents. */
  clear(capacity = this.values.length): void {
    if (capacity > this.values.length) {
      this.values = new Float64Array(capacity);
      this.documents = new Uint32Array(capacity);
    } else if (this.count > this.values.length / 8) this.values.fill(0);
    else for (let i = 0; i < this.count; i += 1) this.values[this.documents[i] ?? 0] = 0;
    this.count = 0;
  }

  add(document: number, score: number): void {
    const before = this.values[document] ?? 0;

    if (before === 0) {
      this.documents[this.count] = document;
      this.count += 1;
    }
    this.values[document] = before + score;
  }

  /** Adds weight times impact for each document of a list. This is the innermost loop of the search. */
  addList({ documents, impacts, start, end }: PostingList, weight: number): void {
    const { values, documents: scored } = this;
    let { count } = this;

    for (let i = start; i < end; i += 1) {
      const document = documents[i] ?? 0;
      const before = values[document] ?? 0;
      if (before === 0) {
        scored[count] = document;
        count += 1;
      }
      values[document] = before + weight * (impacts[i] ?? 0);
    }
    this.count = count;
  }

  /** Drops the documents that `allowed` rejects. */
  keep(allowed: (document: number) => boolean): void {
    let kept = 0;

    for (let i = 0; i < this.count; i += 1) {
      const document = this.documents[i] ?? 0;
      if (allowed(document)) {
        this.documents[kept] = document;
        kept += 1;
      } else this.values[document] = 0;
    }
    this.count = kept;
  }

  /** Multiplies every score. */
  scale(factor: number): void {
    for (let i = 0; i < this.count; i += 1) {
      const document = this.documents[i] ?? 0;
      this.values[document] = (this.values[document] ?? 0) * factor;
    }
  }

  /** Keeps only documents with a score in the others, by document number, and adds that times a factor. */
  join(others: Float64Array, factor: number): void {
    const { values, documents } = this;
    let kept = 0;

    for (let i = 0; i < this.count; i += 1) {
      const document = documents[i] ?? 0;
      const other = others[document] ?? 0;
      if (other > 0) {
        values[document] = (values[document] ?? 0) + factor * other;
        documents[kept] = document;
        kept += 1;
      } else values[document] = 0;
    }
    this.count = kept;
  }

  /** Adds the other's scores times a factor. */
  unite({ values: others, documents, count }: Scores, factor: number): void {
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] ?? 0;
      this.add(document, factor * (others[document] ?? 0));
    }
  }

  /** Adds the others' scores, by document number, times a factor. */
  raise(others: Float64Array, factor: number): void {
    const { values } = this;

    for (let i = 0; i < this.count; i += 1) {
      const document = this.documents[i] ?? 0;
      values[document] = (values[document] ?? 0) + factor * (others[document] ?? 0);
    }
  }

  /** Takes the other's score times a factor for documents where that is higher. */
  best({ values: others, documents, count }: Scores, factor: number): void {
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] ?? 0;
      const [mine, other] = [this.values[document] ?? 0, factor * (others[document] ?? 0)];
      if (mine === 0) this.add(document, other);
      else if (other > mine) this.values[document] = other;
    }
  }
}
