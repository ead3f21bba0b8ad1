import type { PostingList } from './posting-list.ts';

/** A common word is one that at least one document in this many holds. */
const oneIn = 8;

/** How many common words are kept. A usual text has fewer; each takes two bytes for every document. */
const maxKept = 100;

/** The impacts of common words by document number, so that one document is looked up without a search of the long list. */
export class CommonWords {
  readonly #impacts = new Map<number, Uint16Array>();

  /** The impacts of a word with this list, among so many documents; undefined for a word that is not common. */
  impactsOf(word: number, list: PostingList, size: number): Uint16Array | undefined {
    if ((list.end - list.start) * oneIn < size) return undefined;

    const kept = this.#impacts.get(word);
    if (kept) return kept;

    if (this.#impacts.size >= maxKept) this.#impacts.clear();
    const impacts = byDocument(list);
    this.#impacts.set(word, impacts);
    return impacts;
  }
}

function byDocument({ documents, impacts, start, end }: PostingList): Uint16Array {
  const found = new Uint16Array((documents[end - 1] ?? -1) + 1);

  for (let i = start; i < end; i += 1) found[documents[i] ?? 0] = impacts[i] ?? 0;
  return found;
}
