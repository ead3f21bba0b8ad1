import { chmodSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { faultLines, printReview } from '../../../scripts/review/print-review.ts';
import { CatalogFolder } from '../../../src/adapters/catalog-folder.ts';
import { CommitFiles } from '../../../src/adapters/git/commit-files.ts';
import { maxFileBytes } from '../../../src/domain/catalog-file.ts';
import { printCategories } from '../../../src/domain/category.ts';
import { hiddenCharacter } from '../../../src/domain/plain-text.ts';
import { problemLine } from '../../../src/domain/field-problem.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { readJson } from '../../../src/domain/strict-json.ts';
import { checkCatalog } from '../../../src/catalog-files/check-catalog.ts';
import type { CatalogFiles } from '../../../src/catalog-files/catalog-files.ts';
import { CategoriesUnreadable, readCatalog } from '../../../src/catalog-files/read-catalog.ts';
import { reviewChange } from '../../../src/catalog-files/review-change.ts';
import { categories } from '../../fixtures/services.ts';
import { caseCount, casesTimeoutMs, seed } from '../../support/cases.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import fc from 'fast-check';

const policy = { allowInsecure: false };
const good = [serviceNamed('alpha'), serviceNamed('beta')];
const victim = serviceNamed('victim', { createdAt: '2026-06-01T00:00:00.000Z' });
const goodText = printServiceFile(victim);

/** Far more than any case needs on a slow machine, and far less than a quadratic algorithm would take. */
const budgetMs = 2_000;

/** JSON, and almost JSON, that has broken parsers before. */
const snippets = [
  ...['null', 'true', '-0', '1e999', '-1e-999', '9'.repeat(400), '[]', '{}', '""', '[[]]', '01', '.5', 'NaN'],
  ...['{"__proto__": {"id": 1}}', '{"constructor": null}', '{"toString": 1, "a": 1, "a": 2}', '"\\ud800"'],
  ...[
    '"\\u0000"',
    '"\u202e\u200b"',
    '"\u001b[31m"',
    '"::error::x"',
    '"##[group]"',
    '"\\n::warning::"',
    '/**/',
  ],
  ...['[', '{"a":', '['.repeat(40), `${'['.repeat(30)}1${']'.repeat(30)}`, '{"a":'.repeat(1_000), '"', '\\'],
  `"${'\u0301'.repeat(2_000)}"`,
  `"${'%'.repeat(2_000)}"`,
  `"https://${'a.'.repeat(900)}example.com"`,
  `{${Array.from({ length: 900 }, (_, i) => `"${String(i)}": 1`).join(', ')}}`,
];
const keys = ['__proto__', 'constructor', 'id', 'name', 'pricing', '\u001b[31m', 'a\nb', '##[x]', '::x', ''];

const fields = Object.keys(JSON.parse(goodText) as object);

const position = fc.double({ min: 0, max: 1, noNaN: true });

type Mutation = (bytes: Buffer) => Buffer;

function splice(bytes: Buffer, at: number, cut: number, put: Uint8Array): Buffer {
  const start = Math.floor(at * bytes.length);

  return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + cut)]);
}

/** Values of right and wrong types, as they come out of well-formed JSON. */
const values: readonly unknown[] = [
  ...[null, true, -0, 1e308, 2 ** 53, 0.1, '', ' ', [], {}, [[]], ['a'], { a: { b: [1] } }],
  ...['\u0000', '\u202e\u200b', '\u001b[31m', '::error::x', '##[group]', '\n::warning::', '\ud800', '🌧', 'é'],
  ...[
    '0',
    '1e-3',
    '-1',
    '0'.repeat(13),
    'https://api.example.com/x',
    'https://[::1]',
    'HTTPS://A.example.com//',
  ],
  ...[
    '2026-01-01',
    '9999-12-31T23:59:59.999Z',
    'victim-00000000',
    '__proto__',
    'eip155:1',
    `0x${'0'.repeat(40)}`,
  ],
  '\u0301'.repeat(2_000),
  '%'.repeat(2_000),
  `https://${'a.'.repeat(900)}example.com`,
  JSON.parse(`${'['.repeat(28)}1${']'.repeat(28)}`),
  JSON.parse('{"__proto__": {"id": 1}, "constructor": null, "toString": 1}'),
  Object.fromEntries(Array.from({ length: 900 }, (_, i) => [String(i), 1])),
];

/** Replaces the value at one path of an object. Anything that is not an object is returned unchanged. */
function withValue(bytes: Buffer, path: readonly string[], value: unknown): Buffer {
  const json = readJson(bytes.toString());
  const whole = 'value' in json ? json.value : undefined;
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (isObject(at) ? Reflect.get(at, key) : undefined), whole);
  if (!isObject(holder)) return bytes;

  Object.defineProperty(holder, path.at(-1) ?? '', {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  return Buffer.from(JSON.stringify(whole, null, 2));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const places = fc.oneof(
  fc.constantFrom(...fields).map((field) => [field]),
  fc.constantFrom('currency', 'pricePerRequest', 'freeQuota').map((field) => ['pricing', field]),
  fc.constantFrom('paymentAddress', 'network').map((field) => ['x402Config', field]),
  fc.constantFrom(...keys).map((key) => [key]),
);

const otherValues: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(places, fc.constantFrom(...values)).map(
    ([path, value]): Mutation =>
      (bytes) =>
        withValue(bytes, path, value),
  ),
  // Around the maximum file size.
  fc
    .tuple(places, fc.constantFrom('a', '\u202e', '🌧', '"', '[', ' ', '%'), fc.integer({ min: -2, max: 2 }))
    .map(([path, char, over]): Mutation => (bytes) => {
      const unit = Buffer.byteLength(JSON.stringify(char)) - 2;
      const count = Math.floor((maxFileBytes - bytes.length) / unit) + over;
      return withValue(bytes, path, char.repeat(Math.max(0, count)));
    }),
);

const otherBytes: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, fc.integer({ min: 0, max: 255 })).map(
    ([at, byte]): Mutation =>
      (bytes) =>
        splice(bytes, at, 1, Uint8Array.of(byte)),
  ),
  position.map(
    (at): Mutation =>
      (bytes) =>
        bytes.subarray(0, Math.floor(at * bytes.length)),
  ),
  fc.tuple(position, fc.nat(40), fc.constantFrom(...snippets)).map(
    ([at, cut, text]): Mutation =>
      (bytes) =>
        splice(bytes, at, cut, Buffer.from(text)),
  ),
  fc.tuple(fc.constantFrom(...keys, ...fields), fc.constantFrom(...snippets)).map(
    ([key, value]): Mutation =>
      (bytes) =>
        splice(bytes, 1 / bytes.length, 0, Buffer.from(`${JSON.stringify(key)}: ${value},`)),
  ),
  fc.constant<Mutation>((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])),
  fc.constant<Mutation>(() => Buffer.alloc(0)),
);

const mutations = fc.oneof({ weight: 3, arbitrary: otherValues }, { weight: 1, arbitrary: otherBytes });

const mutated = fc
  .array(mutations, { maxLength: 3 })
  .map((all) => all.reduce<Buffer>((bytes, mutate) => mutate(bytes), Buffer.from(goodText)));

/** What may be in place of a file: bytes, a link, or a special file. */
type Entry =
  Buffer | { readonly link: string } | { readonly special: 'fifo' | 'socket' | 'folder' | 'locked' };

const entries: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 12, arbitrary: mutated },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('/etc', '/etc/passwd', '/dev/zero', '/proc/self/fd', '.', '..', 'loop', '../../..')
      .map((link) => ({ link })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('fifo', 'socket', 'folder', 'locked').map((special) => ({ special })),
  },
);

const oddNames = [
  ...[
    '\u001b]0;a\u0007',
    'a\nb',
    'a\r',
    '::error::a',
    '##[group]a',
    '\u202ea',
    '`````',
    '@everyone <b>|',
    'loop',
  ],
  ...['__proto__', 'constructor', 'toString', ' ', '-', '--help', '*', '$(id)', 'a'.repeat(240), 'ü', '世界'],
];
const names: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: fc.nat().map((number) => Buffer.from(`rain-${String(number)}`)) },
  { weight: 2, arbitrary: fc.constantFrom(...oddNames).map((name) => Buffer.from(name)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom([0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80]).map((bytes) => Buffer.from(bytes)),
  },
);

const ownPath = Buffer.from(serviceFilePath(victim.id));
const paths: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(ownPath) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', 'zz/', 'zy/', 'zx.json/', 'zz/deep/'),
        names,
        fc.constantFrom('.json', '.json', '.json', ''),
      )
      .map(([folder, name, end]) =>
        Buffer.concat([Buffer.from(`services/${folder}`), name, Buffer.from(end)]),
      ),
  },
);

const categoriesEntries: fc.Arbitrary<Entry | undefined> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(Buffer.from(printCategories(categories))) },
  {
    weight: 1,
    arbitrary: otherBytes.map((mutate) => mutate(Buffer.from(printCategories(categories)))),
  },
  { weight: 1, arbitrary: entries },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** The special files are created once and linked, because creating each takes a process. */
let ready: string;

beforeEach(async () => {
  ready = await temporaryFolder();
  expect(await runProcess('mkfifo', [join(ready, 'fifo')])).toMatchObject({ code: 0 });
  const server = createServer().listen(join(ready, 'socket'));
  onTestFinished(() => void server.close());
});

/** Puts an entry into a folder, unless its path is taken or obstructed. */
function put(folder: string, path: Uint8Array, entry: Entry): void {
  const place = Buffer.concat([Buffer.from(`${folder}/`), path]);
  try {
    mkdirSync(place.subarray(0, place.lastIndexOf('/')), { recursive: true });
    if (Buffer.isBuffer(entry)) writeFileSync(place, entry, { flag: 'wx' });
    else if ('link' in entry) symlinkSync(entry.link, place);
    else if (entry.special === 'folder') mkdirSync(place);
    else if (entry.special === 'locked') {
      writeFileSync(place, goodText, { flag: 'wx' });
      chmodSync(place, 0o000);
    } else linkSync(join(ready, entry.special), place);
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^(EEXIST|ENOTDIR|ELOOP)$/) as string });
  }
}

const catalogs = fc.record({
  categories: categoriesEntries,
  files: fc.array(fc.tuple(paths, entries), { minLength: 12, maxLength: 20 }),
});

async function putCatalog(
  folder: string,
  { categories: own, files }: typeof catalogs extends fc.Arbitrary<infer Value> ? Value : never,
): Promise<void> {
  for (const service of good) {
    put(folder, Buffer.from(serviceFilePath(service.id)), Buffer.from(printServiceFile(service)));
  }
  for (const [path, entry] of files) put(folder, path, entry);
  if (own) put(folder, Buffer.from('categories.json'), own);
  await mkdir(folder, { recursive: true });
}

/** Reads a catalog within the time limit; undefined when its categories are unreadable, which must be reported in printable lines. */
async function readAll(files: CatalogFiles) {
  const before = process.cpuUsage();
  try {
    const reading = await readCatalog(files, policy);
    await checkCatalog(files, policy);
    return reading;
  } catch (error) {
    if (!(error instanceof CategoriesUnreadable)) throw error;
    for (const line of error.message.split('\n')) expectPlain(line);
    return undefined;
  } finally {
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(budgetMs);
  }
}

/** Expects no text that a terminal or GitHub Actions would interpret. */
function expectPlain(line: string): void {
  expect(hiddenCharacter(line)).toBeUndefined();
  expect(line).not.toMatch(/^\s*::|##\[/);
}

describe('a hostile catalog folder', () => {
  it(
    'is read completely, and its good files are listed',
    async () => {
      const parent = await temporaryFolder();
      const open = readdirSync('/proc/self/fd').length;
      let number = 0;

      await fc.assert(
        fc.asyncProperty(catalogs, async (catalog) => {
          number += 1;
          const folder = join(parent, String(number));
          await putCatalog(folder, catalog);

          const reading = await readAll(new CatalogFolder(folder));
          for (const [path, problems] of reading?.rejects ?? []) {
            expect(problems.length).toBeGreaterThan(0);
            for (const problem of problems) expectPlain(problemLine(path, problem));
          }
          if (reading) expect(reading.services).toEqual(expect.arrayContaining(good));
          await rm(folder, { recursive: true });
        }),
        { seed, numRuns: caseCount(135) },
      );
      expect(readdirSync('/proc/self/fd').length).toBeLessThan(open + 20);
    },
    casesTimeoutMs,
  );

  it(
    'is judged in a commit as it is on disk, and reviewed in plain lines',
    async () => {
      await fc.assert(
        fc.asyncProperty(catalogs, async (catalog) => {
          const around = await GitFolder.start();
          const folder = join(around.path, 'catalog');
          await writeCatalog(folder, ...good);
          await around.commitAll('Base');
          await rm(folder, { recursive: true });
          await putCatalog(folder, catalog);
          await around.commitAll('Change');

          const before = await CommitFiles.of(around.path, 'HEAD~1', 'catalog');
          const after = await CommitFiles.of(around.path, 'HEAD', 'catalog');
          const onDisk = await readAll(new CatalogFolder(folder));
          const inCommit = await readAll(after);
          if (onDisk && inCommit) {
            expect(inCommit.services).toEqual(expect.arrayContaining(good));
            for (const [path, problems] of inCommit.rejects) {
              if (onDisk.rejects.has(path)) expect(onDisk.rejects.get(path)).toEqual(problems);
            }
            expect(new Set(onDisk.services)).toEqual(new Set(inCommit.services));
          }

          const listing = await around.git('diff', '--name-only', '-z', 'HEAD~1', 'HEAD', '--', 'catalog/');
          const changed = listing
            .split('\0')
            .filter((path) => path !== '')
            .map((path) => path.slice('catalog/'.length));
          const review = await reviewChange(before, after, changed, policy);
          const printed = [
            ...printReview(review, { asked: [], conflicts: [], elsewhere: [] }).split('\n'),
            ...faultLines(review, []),
          ];
          for (const line of printed) expectPlain(line);
        }),
        { seed, numRuns: caseCount(2) },
      );
    },
    casesTimeoutMs,
  );

  it('with very many files does not block the event loop', async () => {
    const [folder, count] = [await temporaryFolder(), 2_000];
    mkdirSync(join(folder, 'services/zz'), { recursive: true });
    writeFileSync(join(folder, 'categories.json'), printCategories(categories));
    for (let i = 0; i < count; i += 1) writeFileSync(join(folder, `services/zz/${String(i)}.json`), '{');
    let [turns, isReading] = [0, true];
    const counting = (async () => {
      for (; isReading; turns += 1) await nextTurn();
    })();

    const { rejects } = await readCatalog(new CatalogFolder(folder), policy);
    isReading = false;
    await counting;
    expect(rejects.size).toBe(count);
    expect(turns).toBeGreaterThan(count / 500);
  });
});
