import type { PostingList } from './posting-list.ts';

/** A score for each document, and which documents have one. Made once and used for every question: most of it is zeros. */
export class Scores {
  values = new Float64Array();
  /** The documents whose score is not zero: the first `count` of them. */
  documents = new Uint32Array();
  count = 0;

  /** The documents that have a score, in no order. Whoever reorders them does no harm. */
  found(): Uint32Array {
    return this.documents.subarray(0, this.count);
  }

  /** Forgets everything, and makes room for that many documents. */
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

  /** Adds weight times impact for each document of a list. The innermost loop of the search. */
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

  /** Keeps the documents that `allowed` lets through. */
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

  /** Keeps the documents that another has too, and adds its scores, times a factor. */
  join({ values: others }: Scores, factor: number): void {
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

  /** Adds the scores of another, times a factor. */
  unite({ values: others, documents, count }: Scores, factor: number): void {
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] ?? 0;
      this.add(document, factor * (others[document] ?? 0));
    }
  }

  /** Adds the scores of another, times a factor, where there is a score already. */
  raise({ values: others, documents, count }: Scores, factor: number): void {
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] ?? 0;
      const mine = this.values[document] ?? 0;
      if (mine > 0) this.values[document] = mine + factor * (others[document] ?? 0);
    }
  }

  /** Takes the scores of another, times a factor, where they are better. */
  best({ values: others, documents, count }: Scores, factor: number): void {
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] ?? 0;
      const [mine, other] = [this.values[document] ?? 0, factor * (others[document] ?? 0)];
      if (mine === 0) this.add(document, other);
      else if (other > mine) this.values[document] = other;
    }
  }
}
