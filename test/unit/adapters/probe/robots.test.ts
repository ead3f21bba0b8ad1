import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowed, readRobots } from '../../../../src/adapters/probe/robots.ts';

function allows(text: string, path: string): boolean {
  return isAllowed(readRobots(text, 'tollbook'), new URL(`https://api.example.com${path}`));
}

describe('robots.txt', () => {
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
  ])('%j allows %s: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  it('loses its last line when it was cut off', () => {
    const text = 'User-agent: *\nDisallow: /a\nDisallow: /';

    expect(isAllowed(readRobots(text, 'tollbook'), new URL('https://a/b'))).toBe(false);
    expect(isAllowed(readRobots(text, 'tollbook', true), new URL('https://a/b'))).toBe(true);
    expect(isAllowed(readRobots(text, 'tollbook', true), new URL('https://a/a'))).toBe(false);
  });

  it('matches a pattern as a regular expression would', () => {
    const part = fc.constantFrom('a', 'b', '/', '*');
    const patterns = fc.tuple(fc.array(part, { maxLength: 8 }), fc.boolean());
    const paths = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 12 });

    fc.assert(
      fc.property(patterns, paths, ([parts, isAnchored], path) => {
        const pattern = `/${parts.join('')}`;
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}${isAnchored ? '$' : ''}`);
        const text = `User-agent: *\nDisallow: ${pattern}${isAnchored ? '$' : ''}`;

        expect(allows(text, `/x/../${path.join('')}`)).toBe(
          !expression.test(new URL(`https://a/x/../${path.join('')}`).pathname),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('decides as a naive search through all rules would', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '%61', '%2f', '[', 'é', '$');
    const rules = fc.array(fc.tuple(fc.boolean(), fc.array(piece, { maxLength: 5 })), { maxLength: 8 });
    const paths = fc.array(fc.constantFrom('a', 'b', '/', '%61', '%2F', '[', 'é', '$'), { maxLength: 8 });

    fc.assert(
      fc.property(rules, paths, (lines, path) => {
        const written = lines.map(([isAllow, parts]) => [isAllow, `/${parts.join('')}`] as const);
        const text = written
          .map(([isAllow, path]) => `${isAllow ? 'Allow' : 'Disallow'}: ${path}\n`)
          .join('');
        const url = new URL(`https://a/${path.join('')}`);

        expect(isAllowed(readRobots(`User-agent: *\n${text}`, 'tollbook'), url)).toBe(
          allowsNaively(written, url.pathname),
        );
      }),
      { numRuns: 3_000 },
    );
  });
});

/** The model: every rule is a regular expression, and the longest that matches wins. */
function allowsNaively(
  rules: readonly (readonly [allows: boolean, pattern: string])[],
  path: string,
): boolean {
  const spelled = (text: string): string =>
    text.replaceAll('%61', 'a').replaceAll('%2f', '%2F').replaceAll('[', '%5B').replaceAll('é', '%C3%A9');
  const literal = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const matching = rules
    .map(([allows, pattern]) => ({ allows, pattern: spelled(pattern).replace(/\*+/g, '*') }))
    .filter(({ pattern }) => {
      const isAnchored = pattern.endsWith('$');
      const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
      return new RegExp(`^${parts.map(literal).join('.*')}${isAnchored ? '$' : ''}`).test(spelled(path));
    });
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));

  return (
    matching.length === 0 || matching.some(({ allows, pattern }) => allows && pattern.length === longest)
  );
}

describe('a hostile robots.txt', () => {
  const maxBytes = 500 * 1024;
  const fill = (line: string): string => `User-agent: *\n${line.repeat(maxBytes / Buffer.byteLength(line))}`;
  /** Paths as long as a URL may be, of the characters that cost patterns the most. */
  const longestPaths = [
    `/${'a'.repeat(2_000)}`,
    `/${'ab'.repeat(1_000)}`,
    `/${'['.repeat(2_000)}`,
    `/${'*'.repeat(2_000)}`,
  ];

  it.each([
    ['rules with one wildcard', fill('allow:/*aaab\n')],
    ['rules that forbid, with one wildcard', fill('disallow:/*aaab\n')],
    ['wildcards', fill(`allow:/${'*a'.repeat(400)}$\n`)],
    ['wildcards in one rule', `User-agent: *\nDisallow: /${'*a'.repeat(maxBytes / 2)}`],
    ['wildcards without anything between them', `User-agent: *\nDisallow: /${'*'.repeat(maxBytes)}b`],
    ['long literals', fill(`allow:/*b${'a'.repeat(250)}\n`)],
    ['plain rules', fill('allow:/a\n')],
    [
      'plain rules of all lengths',
      `User-agent: *\n${Array.from({ length: 1_000 }, (_, i) => `allow:/${'a'.repeat(i)}b\n`).join('')}`,
    ],
    ['groups', fill('user-agent:a\nallow:/\n')],
    ['names', fill('user-agent:*\n')],
    ['lines', fill('\n')],
    ['spaces', fill(' ')],
    ['line separators', fill('\u2028')],
    ['line separators after a name', fill('allow\u2028')],
    ['escapes', `User-agent: *\nallow:/${'%61%c3'.repeat(maxBytes / 6)}`],
    ['characters that have to be escaped', `User-agent: *\nallow:/${'aé'.repeat(maxBytes / 3)}`],
  ])('full of %s is read and matched in less than a second', (_, text) => {
    const started = performance.now();
    const rules = readRobots(text, 'tollbook');
    for (const path of longestPaths) isAllowed(rules, new URL(`https://a${path}`));

    // Without limits, some of these would take minutes.
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('has all of its plain rules applied', () => {
    const rules = Array.from({ length: 40_000 }, (_, i) => `Disallow: /${i.toString(36)}/\n`).join('');

    expect(allows(`User-agent: *\n${rules}`, `/${(39_999).toString(36)}/x`)).toBe(false);
    expect(allows(`User-agent: *\n${rules}`, '/none/x')).toBe(true);
  });

  it('forbids more than it says, never less, when it exceeds the budget for wildcards', () => {
    const many = Array.from({ length: 300 }, (_, i) => `Disallow: /${String(i)}*/secret\n`).join('');
    const text = `User-agent: *\n${many}Allow: /2\nAllow: /299/*/open\n`;

    expect(allows(text, '/1/a/open')).toBe(true);
    expect(allows(text, '/1/a/secret')).toBe(false);
    expect(allows(text, '/299/a/secret')).toBe(false);
    expect(allows(text, '/299/a/open')).toBe(false);

    const deep = `/${'*a'.repeat(30)}`;
    expect(allows(`User-agent: *\nDisallow: ${deep}`, `/${'a'.repeat(30)}`)).toBe(false);
    expect(allows(`User-agent: *\nDisallow: ${deep}`, '/b')).toBe(true);
    expect(allows(`User-agent: *\nDisallow: /\nAllow: ${deep}`, `/${'a'.repeat(30)}`)).toBe(false);
  });
});
