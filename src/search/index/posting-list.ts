/** The documents that hold a word, by ascending number, each with the impact of the word: `start` to `end` of the two arrays. */
export interface PostingList {
  readonly documents: Uint32Array;
  readonly impacts: Uint16Array;
  readonly start: number;
  readonly end: number;
  /** The same impacts by document number, for the word of many documents. */
  readonly byDocument?: Uint16Array | undefined;
}

/** The frozen lists of all words, one after the other. The list of word w goes from `starts[w]` to `starts[w + 1]`. */
export interface Postings {
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  readonly impacts: Uint16Array;
}

export function listIn({ starts, documents, impacts }: Postings, word: number): PostingList {
  return { documents, impacts, start: starts[word] ?? 0, end: starts[word + 1] ?? 0 };
}

/** The place of a document in a list; undefined when the list does not hold it. */
function placeIn({ documents, start, end }: PostingList, document: number): number | undefined {
  let [low, high] = [start, end];

  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return low < end && documents[low] === document ? low : undefined;
}

/** The impact of a list's word on a document; 0 when the list does not hold the document. */
export function impactIn(list: PostingList, document: number): number {
  if (list.byDocument) return list.byDocument[document] ?? 0;

  const place = placeIn(list, document);
  return place === undefined ? 0 : (list.impacts[place] ?? 0);
}

/** How many living documents hold each word. */
export function countLiving({ starts, documents }: Postings, alive: Uint8Array): number[] {
  const counts: number[] = [];

  for (let word = 0; word + 1 < starts.length; word += 1) {
    const end = starts[word + 1] ?? 0;
    let count = 0;
    for (let i = starts[word] ?? 0; i < end; i += 1) count += alive[documents[i] ?? 0] ?? 0;
    counts.push(count);
  }
  return counts;
}
