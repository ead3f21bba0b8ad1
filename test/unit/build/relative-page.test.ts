import { describe, expect, it } from 'vitest';
import { relativePage } from '../../../src/build/relative-page.ts';
import { siteUrl } from '../../fixtures/site-url.ts';

const pageAt = (path: string, body: string, site = siteUrl): string =>
  relativePage(`<!doctype html><html lang="en">${body}`, path, site).replace('<!doctype html>', '');

describe('a relative page', () => {
  it.each([
    ['/', './', './services/'],
    ['/services/', '../', '../services/'],
    ['/de/services/page/2/', '../../../../', '../../../../services/'],
  ])('at %s has its root at %s', (path, root, link) => {
    expect(pageAt(path, '<a href="/services/">')).toBe(
      `<html data-root="${root}" lang="en"><a href="${link}">`,
    );
  });

  it('leads to files, and keeps what is asked for', () => {
    expect(pageAt('/a/', '<form action="/search"><a href="/search?a=1&#38;b=2">')).toContain(
      '<form action="../search/"><a href="../search/?a=1&#38;b=2">',
    );
  });

  it.each(['<a href="https://example.com/">', '<a href="#top">', '<a href="//host/">', '<p>href="/a"'])(
    'keeps %s',
    (html) => {
      expect(pageAt('/a/', html)).toContain(html);
    },
  );

  it('begins at the public address of the site, where hosts show it anywhere', () => {
    expect(pageAt('/404', '<a href="/">')).toContain('data-root="/" lang="en"><a href="/">');
    expect(pageAt('/de/404', '<a href="/de/">', `${siteUrl}/catalog`)).toContain(
      'data-root="/catalog/" lang="en"><a href="/catalog/de/">',
    );
  });
});
