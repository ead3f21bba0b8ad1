import { describe, expect, it } from 'vitest';
import { hasMarkdown, markdownTwin } from '../../../src/http/markdown-twin.ts';

describe('a page as Markdown', () => {
  it.each([
    ['/', '/index.md'],
    ['/services/rain-radar-abc/', '/services/rain-radar-abc.md'],
    ['/services/rain-radar-abc', '/services/rain-radar-abc.md'],
    ['/de/services/rain-radar-abc/', '/de/services/rain-radar-abc.md'],
    ['/docs/', '/docs.md'],
    ['/docs', '/docs.md'],
    ['/problems', '/problems.md'],
    ['/de/docs/agents/', '/de/docs/agents.md'],
    ['/docs/owners/manage/', '/docs/owners/manage.md'],
    ['/problems/service_unknown/', '/problems/service_unknown.md'],
  ])('%s is at %s', (path, markdown) => {
    expect(markdownTwin(path, 'text/markdown')).toBe(markdown);
  });

  it.each([
    '/services/',
    '/services/page/2/',
    '/search/',
    '/docs/search/',
    '/docs/search',
    '/docsearch',
    '/de/',
    '/services/rain.md',
    '/docs/search-index.json',
    '/og/x.png',
  ])('is not there for %s', (path) => {
    expect(hasMarkdown(path)).toBe(false);
    expect(markdownTwin(path, 'text/markdown')).toBeUndefined();
  });

  it.each<[string, boolean]>([
    ['text/markdown', true],
    ['text/markdown, text/html;q=0.9, */*;q=0.1', true],
    ['text/markdown, text/html', true],
    ['text/html, text/markdown;q=0.5', false],
    ['text/markdown;q=0', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['*/*', false],
    ['', false],
  ])('is what a client wants that sends Accept: %s → %s', (accept, isWanted) => {
    expect(markdownTwin('/docs/', accept) !== undefined).toBe(isWanted);
  });
});
