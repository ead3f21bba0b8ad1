import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Rule {
  /** Rooms whose files may be imported, beside its own. */
  readonly rooms: readonly string[];
  /** npm packages that may be imported; `any` where a room is free to choose. */
  readonly packages: readonly string[] | 'any';
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
}

const pure = (rooms: string[], packages: string[]): Rule => ({ rooms, packages, node: false });
const outside = (rooms: string[]): Rule => ({ rooms, packages: 'any', node: true });

const markup = ['site', 'domain', 'search', 'components', 'layouts', 'styles', 'browser', 'docs'];
const everything = [
  'domain',
  'search',
  'registration',
  'verification',
  'adapters',
  'live',
  'http',
  'site',
  'root',
];

/** DESIGN.md, "The house": imports go one way. A file that stands right in `src` is in the room `root`. */
const rules: Readonly<Record<string, Rule>> = {
  domain: pure([], ['@noble/hashes', '@scure/base', 'ipaddr.js', 'jsonc-parser', 'zod/mini']),
  search: pure(['domain'], ['minisearch', 'zod']),
  registration: pure(['domain'], []),
  verification: pure(['domain'], ['@noble/hashes', '@x402/core']),
  adapters: outside(['domain']),
  live: outside(['domain', 'search', 'registration', 'verification']),
  http: outside(['live', 'search', 'domain', 'registration', 'verification']),
  site: outside(['domain', 'search', 'verification', 'public']),
  browser: pure(['site', 'domain', 'registration'], []),
  pages: outside(markup),
  components: outside(markup),
  layouts: outside(markup),
  styles: outside([]),
  root: outside(everything),
  scripts: outside(everything),
};

interface Import {
  readonly file: string;
  readonly specifier: string;
}

/** Code of a file: of an Astro component its frontmatter and its scripts. */
function codeOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  if (!file.endsWith('.astro')) return text;

  const [, frontmatter = ''] = /^\s*---\r?\n(.*?)\n---/s.exec(text) ?? [];
  const scripts = [...text.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  return [frontmatter, ...scripts].join('\n');
}

/** Every import of a file: static, dynamic, re-export or type. */
function importsOf(file: string): Import[] {
  const { importedFiles } = ts.preProcessFile(codeOf(file), true, true);

  return importedFiles.map(({ fileName }) => ({ file, specifier: fileName }));
}

function roomOf(file: string): string {
  const [top = '', room = '', ...rest] = file.split('/');

  if (top !== 'src') return top;
  return rest.length === 0 ? 'root' : room;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** A bundler reads what follows `?` in another way, `raw` as text. */
function withoutQuery(specifier: string): string {
  return specifier.replace(/\?.*$/, '');
}

/** Why a file may not import this, as a sentence; undefined when it may. */
function faultOf({ file, specifier }: Import): string | undefined {
  const room = roomOf(file);
  const rule = rules[room];
  if (!rule) return `${file}: the room "${room}" has no rule yet; give it one in test/architecture.test.ts`;

  if (specifier.startsWith('.')) {
    const target = roomOf(normalize(join(dirname(file), specifier)));
    if (target === room || rule.rooms.includes(target)) return undefined;
    return `${file} imports "${specifier}": ${room} may import ${list(rule.rooms)}, not ${target}`;
  }
  if (isBuiltin(specifier)) {
    return rule.node
      ? undefined
      : `${file} imports "${specifier}": ${room} is pure and may not import from Node`;
  }
  const names = [specifier, packageOf(specifier)];
  if (rule.packages === 'any' || names.some((name) => rule.packages.includes(name))) return undefined;
  return `${file} imports "${specifier}": of packages ${room} may import ${list(rule.packages)} only`;
}

const list = (names: readonly string[]): string => (names.length === 0 ? 'nothing else' : names.join(', '));

const files = globSync('{src,scripts}/**/*.{ts,astro,mjs,js}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();
const imports = files.flatMap(importsOf);

describe('imports go one way', () => {
  it.each([...new Set([...files.map(roomOf), ...Object.keys(rules)])].sort())('in %s', (room) => {
    const own = imports.filter(({ file }) => roomOf(file) === room);

    expect(own.flatMap((given) => faultOf(given) ?? [])).toEqual([]);
  });

  it('and say which file they mean, with its ending', () => {
    const relative = imports.filter(({ specifier }) => specifier.startsWith('.'));

    expect(relative.length).toBeGreaterThan(100);
    expect(
      relative.filter(
        ({ file, specifier }) => !existsSync(join(root, dirname(file), withoutQuery(specifier))),
      ),
    ).toEqual([]);
  });

  it('never lead to tests, and never around in a circle', () => {
    const rooms = Object.keys(rules).filter(
      (room) => !['root', 'scripts', 'pages', 'components', 'layouts'].includes(room),
    );
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      (rules[from]?.rooms ?? []).some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );

    expect(rooms.filter((room) => reaches(room, room))).toEqual([]);
    expect(imports.filter(({ specifier }) => /(^|\/)test\//.test(specifier))).toEqual([]);
  });
});

describe('the check itself', () => {
  it.each([
    [
      'src/domain/money.ts',
      '../search/order.ts',
      'src/domain/money.ts imports "../search/order.ts": domain may import nothing else, not search',
    ],
    [
      'src/domain/money.ts',
      'node:crypto',
      'src/domain/money.ts imports "node:crypto": domain is pure and may not import from Node',
    ],
    [
      'src/domain/money.ts',
      'hono',
      'src/domain/money.ts imports "hono": of packages domain may import @noble/hashes, @scure/base, ipaddr.js, jsonc-parser, zod/mini only',
    ],
    [
      'src/search/order.ts',
      '../live/ports.ts',
      'src/search/order.ts imports "../live/ports.ts": search may import domain, not live',
    ],
    [
      'src/live/ports.ts',
      '../adapters/git/run-git.ts',
      'src/live/ports.ts imports "../adapters/git/run-git.ts": live may import domain, search, registration, verification, not adapters',
    ],
    [
      'src/adapters/git/run-git.ts',
      '../../live/ports.ts',
      'src/adapters/git/run-git.ts imports "../../live/ports.ts": adapters may import domain, not live',
    ],
    [
      'src/http/api.ts',
      '../server.ts',
      'src/http/api.ts imports "../server.ts": http may import live, search, domain, registration, verification, not root',
    ],
    [
      'src/attic/old.ts',
      './x.ts',
      'src/attic/old.ts: the room "attic" has no rule yet; give it one in test/architecture.test.ts',
    ],
  ])('refuses that %s imports %s', (file, specifier, fault) => {
    expect(faultOf({ file, specifier })).toBe(fault);
  });

  it.each([
    ['src/domain/money.ts', 'zod/mini'],
    ['src/domain/payment-address.ts', '@noble/hashes/sha2.js'],
    ['src/domain/views.ts', './service.ts'],
    ['src/http/routes/services.ts', '../../domain/views.ts'],
    ['src/adapters/git/run-git.ts', 'node:child_process'],
    ['src/server.ts', './http/api.ts'],
    ['scripts/build.ts', '../src/site/static-api.ts'],
  ])('lets %s import %s', (file, specifier) => {
    expect(faultOf({ file, specifier })).toBeUndefined();
  });
});
