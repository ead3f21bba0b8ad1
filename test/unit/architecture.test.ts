import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

const Paths = z.record(z.string(), z.string());
const Manifest = z.object({ exports: Paths, bin: Paths, dependencies: Paths });

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

const markup = [
  'texts',
  'site',
  'domain',
  'search',
  'views',
  'components',
  'layouts',
  'styles',
  'browser',
  'docs',
];
const everything = [
  'domain',
  'search',
  'registration',
  'webhooks',
  'verification',
  'payments',
  'outcomes',
  'transparency',
  'views',
  'catalog-files',
  'adapters',
  'live',
  'mirror',
  'client',
  'guard',
  'import',
  'caches',
  'sqlite-export',
  'build',
  'http',
  'site',
  'texts',
  'config',
  'open',
];

/** docs/design.md, "Map": imports go one way. A file that stands right in `src` is in the room `root`. */
const rules: Readonly<Record<string, Rule>> = {
  domain: pure([], ['@noble/hashes', '@scure/base', 'ipaddr.js', 'jsonc-parser', 'zod/mini']),
  search: pure(['domain'], ['minisearch']),
  registration: pure(['domain'], ['@noble/curves', '@noble/hashes', '@scure/base']),
  webhooks: pure(['domain'], ['@noble/hashes', '@scure/base', 'zod/mini']),
  verification: pure(['domain'], ['@noble/hashes', '@scure/base', '@x402/core']),
  payments: pure(['domain'], []),
  outcomes: pure(['domain', 'payments'], ['@noble/hashes']),
  transparency: { rooms: ['domain'], packages: [], node: true },
  views: pure(
    ['domain', 'search', 'registration', 'webhooks', 'verification', 'outcomes'],
    ['zod', 'zod/mini'],
  ),
  'catalog-files': pure(['domain', 'registration', 'transparency'], ['zod']),
  // Two threads are whole programs: one searches, one reads what endpoints answer.
  adapters: outside(['domain', 'registration', 'search', 'verification']),
  live: outside([
    'domain',
    'search',
    'registration',
    'webhooks',
    'verification',
    'payments',
    'outcomes',
    'transparency',
    'views',
    'catalog-files',
  ]),
  http: outside([
    'texts',
    'live',
    'transparency',
    'search',
    'domain',
    'registration',
    'webhooks',
    'verification',
    'outcomes',
    'views',
  ]),
  texts: pure(['domain', 'views'], []),
  site: outside(['texts', 'domain', 'search', 'verification', 'payments', 'views', 'public']),
  // Runs on its own machine: it knows the bodies of a catalog, never the catalog itself.
  mirror: outside(['domain', 'views', 'outcomes', 'transparency', 'adapters']),
  // Runs in browsers and other people's programs, too: it knows what the API's description says of it.
  client: pure(['domain'], ['openapi-fetch']),
  // Runs where buyers pay. Only the check of signed checkpoints, loaded when a buyer names a key, needs Node.
  guard: pure(['domain', 'client', 'transparency', 'outcomes'], ['zod/mini']),
  // What other catalogs answer becomes acts, by the rules for registrations.
  import: outside(['domain', 'search', 'registration', 'verification', 'views', 'adapters']),
  // Caches for a start: of the running catalog they import the ports only.
  caches: outside(['domain', 'catalog-files', 'live']),
  // The catalog as an SQLite database: a file of each build, and a download of the server.
  'sqlite-export': outside(['domain', 'search', 'views', 'live']),
  build: outside([
    'texts',
    'transparency',
    'domain',
    'search',
    'views',
    'site',
    'live',
    'adapters',
    'caches',
    'sqlite-export',
  ]),
  // In a copy without a server, it searches.
  browser: pure(['texts', 'site', 'domain', 'registration', 'search'], []),
  pages: outside([...markup, 'documents']),
  documents: outside(markup),
  components: outside([...markup, 'documents']),
  layouts: outside(markup),
  styles: outside([]),
  config: outside(['domain', 'registration', 'transparency', 'adapters']),
  // From the settings to what is outside, for the server and the commands.
  open: outside([
    'config',
    'domain',
    'registration',
    'catalog-files',
    'adapters',
    'live',
    'caches',
    'import',
    'build',
    'site',
  ]),
  app: outside(everything),
  root: outside(['config', 'caches', 'app', 'site']),
  scripts: outside([...everything, 'app', 'economy']),
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

/** The file that a path leads to; `#texts/` and `#documents/` lead to those in the first language (`imports` in package.json). */
function targetOf({ file, specifier }: Import): string {
  const path = specifier.startsWith('#')
    ? specifier.replace(/^#(\w+)/, 'src/$1/en')
    : join(dirname(file), withoutQuery(specifier));

  return normalize(path).replaceAll('\\', '/');
}

const isOwn = (specifier: string): boolean => /^[.#]/.test(specifier);

/** Why a file may not import this, as a sentence; undefined when it may. */
function faultOf({ file, specifier }: Import): string | undefined {
  const room = roomOf(file);
  const rule = rules[room];
  if (!rule) return `${file}: the room "${room}" has no rule yet; give it one in test/architecture.test.ts`;

  if (isOwn(specifier)) {
    const target = roomOf(targetOf({ file, specifier }));
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
    const own = imports.filter(({ specifier }) => isOwn(specifier));

    expect(own.length).toBeGreaterThan(100);
    expect(own.filter((given) => !existsSync(join(root, targetOf(given))))).toEqual([]);
  });

  it('never lead to tests, and never around in a circle', () => {
    const rooms = Object.keys(rules).filter(
      (room) => !['root', 'scripts', 'pages', 'documents', 'components', 'layouts'].includes(room),
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
      'src/live/ports.ts imports "../adapters/git/run-git.ts": live may import domain, search, registration, webhooks, verification, payments, outcomes, transparency, views, catalog-files, not adapters',
    ],
    [
      'src/adapters/git/run-git.ts',
      '../../live/ports.ts',
      'src/adapters/git/run-git.ts imports "../../live/ports.ts": adapters may import domain, registration, search, verification, not live',
    ],
    [
      'src/http/api.ts',
      '../server.ts',
      'src/http/api.ts imports "../server.ts": http may import texts, live, transparency, search, domain, registration, webhooks, verification, outcomes, views, not root',
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
    ['src/views/status-record.ts', '../domain/status.ts'],
    ['src/http/routes/services.ts', '../../views/service.ts'],
    ['src/adapters/git/run-git.ts', 'node:child_process'],
    ['src/server.ts', './app/main.ts'],
    ['src/app/main.ts', '../http/api.ts'],
    ['scripts/probe.ts', '../src/open/prober.ts'],
    ['scripts/build.ts', '../src/build/static-api.ts'],
  ])('lets %s import %s', (file, specifier) => {
    expect(faultOf({ file, specifier })).toBeUndefined();
  });
});

/** The nodes of a graph that can be reached from themselves. */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (graph.get(from) ?? []).some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );

  return [...graph.keys()].filter((node) => reaches(node, node));
}

describe('no imports go around in a circle', () => {
  it('between the files of src, types included', () => {
    const own = imports.filter(({ file, specifier }) => file.startsWith('src/') && isOwn(specifier));
    const graph = Map.groupBy(own, ({ file }) => file);

    expect(own.length).toBeGreaterThan(300);
    expect(
      inCircles(new Map([...graph].map(([file, given]) => [file, given.map((each) => targetOf(each))]))),
    ).toEqual([]);
  });

  it('between the folders of src/search, types included', () => {
    const own = imports
      .filter(({ file, specifier }) => file.startsWith('src/search/') && specifier.startsWith('.'))
      .map((given) => ({ from: dirname(given.file), to: dirname(targetOf(given)) }))
      .filter(({ from, to }) => from !== to);
    const graph = Map.groupBy(own, ({ from }) => from);

    expect(graph.size).toBeGreaterThan(3);
    expect(
      inCircles(new Map([...graph].map(([folder, given]) => [folder, given.map(({ to }) => to)]))),
    ).toEqual([]);
  });

  it('and a circle is found', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b', 'd']],
    ]);

    expect(inCircles(graph)).toEqual(['b', 'c']);
  });
});

/** The files that some files import, and those that these do, types included. */
function closureOf(entries: readonly string[]): Set<string> {
  const closure = new Set(entries);
  for (const file of closure) {
    for (const given of imports.filter((each) => each.file === file && isOwn(each.specifier))) {
      closure.add(targetOf(given));
    }
  }
  return closure;
}

// The short form of test/long/package, which compiles, packs and installs it.
describe('the npm package', () => {
  const { exports, bin, dependencies } = Manifest.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const entries = [...new Set([...Object.values(exports), ...Object.values(bin)].map(normalize))];
  const closure = closureOf(entries);

  it('is compiled from the files that it exports, which are there', () => {
    const compiled: unknown = JSON.parse(
      readFileSync(join(root, 'tsconfig.package.json'), 'utf8').replace(/^ *\/\/.*$/gm, ''),
    );

    expect(Object.keys(exports)).toEqual(['.', './client', './guard', './mirror']);
    expect(compiled).toMatchObject({ include: expect.arrayContaining(entries) as unknown });
    for (const file of closure) expect(files).toContain(file);
  });

  it('imports few packages, which the server needs too', () => {
    const packages = imports
      .filter(({ file, specifier }) => closure.has(file) && !isOwn(specifier) && !isBuiltin(specifier))
      .map(({ specifier }) => packageOf(specifier));
    const wanted = [
      ...['@noble/hashes', '@scure/base', 'better-sqlite3', 'commander', 'ipaddr.js', 'jsonc-parser'],
      ...['openapi-fetch', 'zod'],
    ];

    expect([...new Set(packages)].sort()).toEqual(wanted);
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(wanted));
  });
});
