import type { SearchIndex } from '../site/search-index.ts';

let index: Promise<SearchIndex> | undefined;

/** Loads the index of a copy of the site without a server, once; after a failure, the next use tries again. */
export function loadCopyIndex(): Promise<SearchIndex> {
  index ??= fetch('/search-index.json').then((response) => {
    if (!response.ok) throw new Error(`the index answered ${String(response.status)}`);
    return response.json() as Promise<SearchIndex>;
  });
  index.catch(() => (index = undefined));
  return index;
}
