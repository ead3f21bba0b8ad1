import { impactIn, type PostingList } from './posting-list.ts';

/** What it costs to look a document up in a sorted list, and by its number, in postings that could be added meanwhile. */
const costOfSearch = 64;
const costOfReading = 2;

/**
 * Sums for documents that are known in advance, to be looked up by document number. Other documents may get a sum too, or not:
 * adding all postings of a list without a look at the document is several times faster than adding those of some documents.
 */
export class Sums {
  values = new Float64Array();
  /** The first `#sought` of these numbers are the documents. A copy, since callers may reorder theirs. */
  #documents = new Uint32Array();
  #sought = 0;
  /** The lists whose postings were added, whatever their documents. */
  #lists: PostingList[] = [];
  /** How many sums there may be. */
  #count = 0;

  /** Drops all sums, and gets ready to add some for these documents, which are numbered below `capacity`. */
  start(documents: Uint32Array, capacity: number): void {
    if (capacity > this.values.length) {
      this.values = new Float64Array(capacity);
      this.#documents = new Uint32Array(capacity);
    } else if (this.#count > this.values.length / 8) this.values.fill(0);
    else this.#dropEach();

    this.#documents.set(documents);
    this.#sought = documents.length;
    this.#lists = [];
    this.#count = documents.length;
  }

  /** Adds weight times impact for the documents of a list. */
  add(list: PostingList, weight: number): void {
    const postings = list.end - list.start;

    if (list.byDocument && this.#sought * costOfReading < postings) this.#addRead(list.byDocument, weight);
    else if (this.#sought * costOfSearch < postings) this.#addFound(list, weight);
    else this.#addAll(list, weight);
  }

  #addAll(list: PostingList, weight: number): void {
    const { documents, impacts, start, end } = list;
    const { values } = this;

    for (let i = start; i < end; i += 1) {
      const document = documents[i] ?? 0;
      values[document] = (values[document] ?? 0) + weight * (impacts[i] ?? 0);
    }
    this.#lists.push(list);
    this.#count += end - start;
  }

  #addRead(impacts: Uint16Array, weight: number): void {
    const { values } = this;
    const documents = this.#documents;

    for (let i = 0; i < this.#sought; i += 1) {
      const document = documents[i] ?? 0;
      values[document] = (values[document] ?? 0) + weight * (impacts[document] ?? 0);
    }
  }

  #addFound(list: PostingList, weight: number): void {
    const { values } = this;
    const documents = this.#documents;

    for (let i = 0; i < this.#sought; i += 1) {
      const document = documents[i] ?? 0;
      values[document] = (values[document] ?? 0) + weight * impactIn(list, document);
    }
  }

  #dropEach(): void {
    const { values } = this;

    for (const { documents, start, end } of this.#lists) {
      for (let i = start; i < end; i += 1) values[documents[i] ?? 0] = 0;
    }
    const documents = this.#documents;
    for (let i = 0; i < this.#sought; i += 1) values[documents[i] ?? 0] = 0;
  }
}
