import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowed, readRobots } from '../../../src/adapters/probe/robots.ts';

function allows(text: string, path: string): boolean {
  return isAllowed(readRobots(text, 'tollbook'), new URL(`https://api.example.com${path}`));
}

describe('robots.txt lets a path be asked for', () => {
  it.each<[string, string, boolean]>([
    ['', '/v1', true],
    ['User-agent: *\nDisallow:', '/v1', true],
    ['User-agent: *\nDisallow: /', '/v1', false],
    ['User-agent: *\nDisallow: /', '/', false],
    ['user-AGENT : *\r\nDISALLOW : / # all of it', '/v1', false],
    ['\uFEFFUser-agent: *\rDisallow: /', '/v1', false],
    ['Disallow: /', '/v1', true],
    ['User-agent: *\nDisallow: /private', '/privately', false],
    ['User-agent: *\nDisallow: /private/', '/private', true],
    ['User-agent: *\nDisallow: /Private', '/private', true],
    ['User-agent: *\nDisallow: /\nAllow: /v1', '/v1/weather', true],
    ['User-agent: *\nAllow: /v1\nDisallow: /v1/secret', '/v1/secret/a', false],
    ['User-agent: *\nAllow: /v1\nDisallow: /v1', '/v1', true],
    ['User-agent: *\nDisallow: /v1\nAllow: /v1', '/v1', true],
    ['User-agent: *\nDisallow: /*.json$', '/a/b.json', false],
    ['User-agent: *\nDisallow: /*.json$', '/a/b.json5', true],
    ['User-agent: *\nDisallow: /a*b*c', '/aXbXXc/d', false],
    ['User-agent: *\nDisallow: /a*b$', '/ab', false],
    ['User-agent: *\nDisallow: /a*b$', '/abab', false],
    ['User-agent: *\nDisallow: /a*b$', '/aba', true],
    ['User-agent: *\nDisallow: /v1$', '/v1', false],
    ['User-agent: *\nDisallow: /v1$', '/v1/', true],
    ['User-agent: *\nDisallow: *', '/v1', false],
    ['User-agent: *\nDisallow: $', '/v1', true],
    ['User-agent: *\nDisallow: /v1?key=', '/v1?key=2', false],
    ['User-agent: *\nDisallow: /caf%c3%a9', '/café', false],
    ['User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /%61bc', '/abc', false],
    ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    ['User-agent: tollbook\nDisallow: /', '/v1', false],
    ['User-agent: TollBook/1.0 (+https://x)\nDisallow: /', '/v1', false],
    ['User-agent: tollbookkeeper\nDisallow: /', '/v1', true],
    ['User-agent: toll\nDisallow: /', '/v1', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: tollbook\nAllow: /', '/v1', true],
    ['User-agent: tollbook\nAllow: /\nUser-agent: *\nDisallow: /', '/v1', true],
    [
      'User-agent: tollbook\nDisallow: /a\nUser-agent: other\nDisallow: /\nUser-agent: tollbook\nDisallow: /b',
      '/b',
      false,
    ],
    ['User-agent: other\nUser-agent: tollbook\nCrawl-delay: 5\n\nDisallow: /', '/v1', false],
    ['User-agent: other\nDisallow: /', '/v1', true],
    ['User-agent: other\nSitemap: https://x/s.xml\nUser-agent: tollbook\nDisallow: /', '/v1', false],
    ['<!doctype html><title>Not found</title>', '/v1', true],
    ['User-agent *\nDisallow /', '/v1', true],
  ])('%j of %s: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  it('leaves out the last line of a text that was cut', () => {
    const text = 'User-agent: *\nDisallow: /a\nDisallow: /';

    expect(readRobots(text, 'tollbook')).toHaveLength(2);
    expect(readRobots(text, 'tollbook', true)).toEqual([{ allows: false, pattern: '/a' }]);
  });

  it('as a regular expression would', () => {
    const part = fc.constantFrom('a', 'b', '/', '*');
    const patterns = fc.tuple(fc.array(part, { maxLength: 8 }), fc.boolean());
    const paths = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 12 });

    fc.assert(
      fc.property(patterns, paths, ([parts, isToEnd], path) => {
        const pattern = `/${parts.join('')}`;
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}${isToEnd ? '$' : ''}`);
        const text = `User-agent: *\nDisallow: ${pattern}${isToEnd ? '$' : ''}`;

        expect(allows(text, `/x/../${path.join('')}`)).toBe(
          !expression.test(new URL(`https://a/x/../${path.join('')}`).pathname),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('in no time, whatever its patterns', () => {
    const text = `User-agent: *\n${`Disallow: /${'*a'.repeat(400)}$\n`.repeat(600)}`;
    const started = performance.now();

    expect(allows(text, `/${'a'.repeat(2_000)}b`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
