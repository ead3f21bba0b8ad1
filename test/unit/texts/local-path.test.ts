import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The addresses that scripts of a page of a copy make, given where the page is and where that says its root is. */
async function pathsAt(href: string, root: string) {
  vi.stubGlobal('document', { documentElement: { dataset: { root } } });
  vi.stubGlobal('location', { href });

  return import('../../../src/texts/local-path.ts');
}

beforeEach(() => vi.resetModules());

afterEach(() => {
  vi.unstubAllGlobals();
  // Files of this tier share their modules.
  vi.resetModules();
});

describe('an address within a copy', () => {
  it('is below the root of the copy, and that of a file', async () => {
    const { fromRoot, localPath, readLocalPath } = await pathsAt('https://a.example/catalog/compare/', '../');

    expect(localPath('/search?query=rain')).toBe('/catalog/search/?query=rain');
    expect(fromRoot('/search-index.json')).toBe('/catalog/search-index.json');
    expect(readLocalPath('/catalog/search/').plain).toBe('/search/');
  });

  it('never leads to another host', async () => {
    const merged = 'https://a.example//other.example/x%2f..%2f..%2fcompare/';
    const { localPath } = await pathsAt(merged, '../');

    expect(new URL(localPath('/services/rain/'), merged).host).toBe('a.example');
  });
});
