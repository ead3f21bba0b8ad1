import { describe, expect, it } from 'vitest';
import { sitemap } from '../../../src/build/sitemap.ts';

const siteUrl = 'https://catalog.example.com';

const placesIn = (text: string): string[] =>
  [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');

const numbered = (count: number, length = 8): string[] =>
  Array.from({ length: count }, (_, number) => `/${String(number).padStart(length, '0')}/`);

/** https://www.sitemaps.org/protocol.html */
describe('the sitemap', () => {
  it('is one file of at most 50,000 pages', () => {
    const paths = numbered(50_000);
    const [file, ...others] = sitemap(paths, siteUrl);

    expect(others).toEqual([]);
    expect(file?.path).toBe('sitemap.xml');
    expect(placesIn(file?.text ?? '')).toEqual(paths.map((path) => `${siteUrl}${path}`));
  });

  it('is an index of several files where there are more', () => {
    const paths = numbered(100_001);
    const files = sitemap(paths, siteUrl);
    const index = files.at(-1);
    const parts = files.slice(0, -1);

    expect(index?.path).toBe('sitemap.xml');
    expect(index?.text).toContain('<sitemapindex ');
    expect(placesIn(index?.text ?? '')).toEqual(
      [1, 2, 3].map((part) => `${siteUrl}/sitemap-${String(part)}.xml`),
    );
    expect(parts.map(({ path }) => `${siteUrl}/${path}`)).toEqual(placesIn(index?.text ?? ''));
    expect(parts.map(({ text }) => placesIn(text).length)).toEqual([50_000, 50_000, 1]);
    expect(parts.flatMap(({ text }) => placesIn(text))).toEqual(paths.map((path) => `${siteUrl}${path}`));
  });

  it('has no file of more than 50 MB', () => {
    const paths = numbered(27_000, 2_000);
    const files = sitemap(paths, siteUrl);

    expect(files.length).toBeGreaterThan(2);
    for (const { text } of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50 * 1024 * 1024);
    expect(files.slice(0, -1).flatMap(({ text }) => placesIn(text))).toHaveLength(27_000);
  });
});
