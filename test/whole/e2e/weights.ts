/** What a page may make a browser fetch, in bytes as they are sent, with headers. */
export interface Weight {
  readonly bytes: number;
  /** Of these, scripts. */
  readonly scripts: number;
}

/** Of any page but the first, whatever the visitor does there. */
export const maxSentElsewhere: Weight = { bytes: 62_000, scripts: 25_000 };

/** Of the page at a path; least of the one that a visitor sees first. */
export function maxSent(path: string): Weight {
  return path === '/' ? { bytes: 40_000, scripts: 10_000 } : maxSentElsewhere;
}
