import { describe, expect, it } from 'vitest';
import { problems } from '../../src/domain/problem.ts';
import type { Entry } from '../../src/domain/snapshot.ts';
import { servicePath } from '../../src/site/links.ts';
import { sitePages } from '../../src/site/site-pages.ts';
import { anEntry, categories } from '../fixtures/services.ts';
import { catalogOf, numbered } from './catalog.ts';

/** What the page of a service shows, among others. */
function shown(entry: Entry, others: readonly Entry[] = []): string {
  const path = servicePath(entry.declared.id);
  const page = [...sitePages(catalogOf([entry, ...others]))].find((each) => each.path === path);
  return JSON.stringify(page?.shows);
}

describe('the pages of the site', () => {
  it('are those of every list, category, service and problem, each once', () => {
    const paths = [...sitePages(catalogOf(numbered(51)))].map(({ path }) => path);

    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/404', '/services/', '/services/page/2/', '/categories/', '/register/']),
    );
    expect(paths).not.toContain('/services/page/3/');
    for (const { id } of categories) expect(paths).toContain(`/categories/${id}/`);
    for (const code of Object.keys(problems)) expect(paths).toContain(`/problems/${code}/`);
    expect(paths.filter((path) => path.startsWith('/services/no-'))).toHaveLength(51);
  });
});

describe('what the page of a service shows', () => {
  it('stays while nothing on it changes, whatever else does', () => {
    expect(shown(anEntry(), numbered(3))).toBe(shown(anEntry()));
    expect(shown(anEntry({}, { txCount: 7, totalRevenue: 0.5, uptimeScore: 99 }))).toBe(shown(anEntry()));
  });

  it.each([
    ['description', anEntry({ description: 'Something else.' })],
    ['status', anEntry({}, { status: 'verified' })],
    ['score', anEntry({}, { trustScore: 80 })],
    ['last check', anEntry({}, { lastChecked: '2026-02-01T00:00:00.000Z' })],
    ['chains', anEntry({}, { chains: ['base'] })],
    ['time', anEntry({ updatedAt: '2026-02-01T00:00:00.000Z' })],
    ['category', anEntry({ category: 'maps-geolocation' })],
  ])('changes with its %s', (_, changed) => {
    expect(shown(changed)).not.toBe(shown(anEntry()));
  });
});
