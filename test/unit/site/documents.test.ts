import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  currentOf,
  documentAt,
  documentGroups,
  documentPaths,
  neighboursOf,
  quickStarts,
} from '../../../src/site/documents.ts';

const pages = new URL('../../../src/pages', import.meta.url).pathname;

describe('the documents', () => {
  it('each have one page, one title and one description', () => {
    const documents = documentGroups.flatMap((group) => group.documents);

    for (const key of ['path', 'name', 'title', 'description'] as const) {
      expect(new Set(documents.map((document) => document[key])).size).toBe(documents.length);
    }
    for (const path of documentPaths) {
      const file = pages + path.slice(0, -1);
      expect(existsSync(`${file}.astro`) || existsSync(`${file}/index.astro`), path).toBe(true);
    }
  });

  it('begin with a quick start for each kind of reader', () => {
    expect(quickStarts.map(({ path }) => path)).toEqual([
      '/docs/buyers/',
      '/docs/owners/',
      '/docs/agents/',
      '/docs/scanners/',
    ]);
    expect(documentGroups[0]?.documents.slice(1)).toEqual(quickStarts);
  });

  it('lead from the first to the last and back', () => {
    const forth: string[] = [];
    for (let next = documentPaths[0]; next !== undefined; next = neighboursOf(next).next?.path) {
      forth.push(next);
    }

    expect(forth).toEqual(documentPaths);
    expect(forth.map((path) => neighboursOf(path).previous?.path)).toEqual([
      undefined,
      ...forth.slice(0, -1),
    ]);
  });

  it('have no neighbours for a page that is not in the menu', () => {
    expect(neighboursOf('/docs/search/')).toEqual({ previous: undefined, next: undefined });
    expect(() => documentAt('/docs/search/')).toThrow('there is no document at /docs/search/');
  });
});

describe('the mark of the present page', () => {
  it.each([
    ['/docs/owners/', '/docs/owners/', 'page'],
    ['/docs/owners/', '/docs/owners/manage/', undefined],
    ['/docs/', '/docs/', 'page'],
    ['/docs/', '/docs/buyers/', undefined],
    ['/docs/', '/docs/search/', undefined],
    ['/problems/', '/problems/', 'page'],
    ['/problems/', '/problems/unauthorized/', 'true'],
  ])('of a link to %s on %s is %s', (link, path, mark) => {
    expect(currentOf(link, path)).toBe(mark);
  });
});
