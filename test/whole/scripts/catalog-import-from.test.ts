import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { catalogCommand } from '../../../scripts/catalog.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { anApi } from '../../fixtures/api.ts';
import { wallet } from '../../fixtures/registrations.ts';
import { aServer } from '../../fixtures/server.ts';
import { anEntry } from '../../fixtures/services.ts';
import {
  anItem,
  type BazaarSource,
  type Quirk,
  send,
  sendJson,
  someItems,
  startBazaar,
  terms,
} from '../../support/bazaar-source.ts';
import { type Called, callIn } from '../../support/call-command.ts';
import { readCatalogFiles, serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { listening } from '../../support/listening.ts';
import type { Workplace } from '../../support/running-server.ts';
import { folderForAll } from '../../support/temporary-folder.ts';
import { inWorkplace } from '../../support/workplace.ts';

const script = fileURLToPath(new URL('../../../scripts/catalog.ts', import.meta.url));

/** Sources and endpoints are on this machine. */
const settings = { PROBE_ALLOW_PRIVATE: '1', ALLOW_INSECURE_ENDPOINTS: '1' };

const Summary = z.looseObject({
  source: z.object({ kind: z.string(), url: z.string() }),
  complete: z.boolean(),
  counts: z.record(z.string(), z.number()),
  reasons: z.record(z.string(), z.number()),
  added: z.array(z.string()),
  gone: z.array(z.string()),
  removed: z.array(z.string()),
  commit: z.string().nullable(),
  report: z.string().nullable(),
});

/** The command, in a workplace. */
function commandOf(workplace: Workplace) {
  const importing = (url: string, ...options: readonly string[]): Promise<Called> =>
    callIn(workplace, catalogCommand, ['import', '--from', url, '--pause', '0', ...options], settings);

  return {
    importing,
    /** Imports, and gives the summary; the command has to end well. */
    summaryOf: async (url: string, ...options: readonly string[]) => {
      const { code, stdout, stderr } = await importing(url, '--json', ...options);
      expect(code, stderr).toBe(0);
      return Summary.parse(JSON.parse(stdout));
    },
  };
}

/** A workplace whose catalog holds one service of an owner, all of it committed. */
const owned = serviceNamed('alpha', { owner: 'acme' });
const it = inWorkplace
  .extend('command', ({ workplace }) => commandOf(workplace))
  .extend('aBazaar', async ({ task: _ }, { onCleanup }) => {
    const sources: BazaarSource[] = [];
    onCleanup(() => sources.forEach((source) => source.close()));

    return async (items: readonly unknown[], quirk?: Quirk): Promise<BazaarSource> => {
      const source = await startBazaar(items, quirk);
      sources.push(source);
      return source;
    };
  })
  .extend('catalog', { auto: true }, ({ workplace }) => begun.copy(workplace.catalog));

let begun: GitFolder;

beforeAll(async () => {
  begun = await GitFolder.init(await folderForAll());
  await writeCatalog(begun.path, owned);
  await begun.write('categories.json', withOther(await begun.read('categories.json')));
  await begun.commitAll('Begin');
});

/** The categories of the fixtures, and the fallback. */
function withOther(text: string): string {
  const other = { id: 'other', name: 'Other', description: 'The last resort.' };

  return `${JSON.stringify([...z.array(z.unknown()).parse(JSON.parse(text)), other], null, 2)}\n`;
}

const subjects = (catalog: GitFolder): Promise<string[]> => catalog.lines('log', '--format=%s');

describe('catalog import --from', () => {
  it('lists what a Bazaar lists in one commit, and a second time changes nothing', async ({
    catalog,
    aBazaar,
    command,
  }) => {
    const source = await aBazaar(someItems(150));

    const { code, stdout, stderr } = await command.importing(source.url);
    expect(code, stderr).toBe(0);
    expect(stderr).toBe(`${source.url}/discovery/resources is a list of x402 resources (Bazaar)\n`);
    expect(stdout).toMatch(/^150 entries: 150 added, 0 changed, 0 restored, 0 as before, 0 left out$/m);
    expect(await subjects(catalog)).toEqual([
      expect.stringMatching(/^Import from 127\.0\.0\.1:\d+: 150 added$/),
      'Begin',
    ]);
    const before = await catalog.state();

    const again = await command.importing(`${source.url}/discovery/resources`);
    expect(again.stdout).toMatch(/^150 entries: 0 added, 0 changed, 0 restored, 150 as before, 0 left out$/m);
    expect(await catalog.state()).toEqual(before);
  });

  it('commits only what differs at the source, and keeps what is gone', async ({
    catalog,
    aBazaar,
    command,
  }) => {
    const source = await aBazaar(someItems(10));
    await command.summaryOf(source.url);
    source.list([{ ...someItems(1)[0], serviceName: 'Snow' }, ...someItems(8, 1), ...someItems(1, 10)]);

    const { counts, gone, added } = await command.summaryOf(source.url);
    expect(counts).toMatchObject({ added: 1, changed: 1, same: 8, gone: 1, removed: 0 });
    expect(await catalog.lines('show', '--format=', '--name-only', 'HEAD')).toHaveLength(2);
    expect(gone).toEqual([expect.stringContaining('rain-9-')]);
    expect(await catalog.read(serviceFilePath(added[0] ?? ''))).toContain('"from"');
  });

  it('passes the rules for all files, and says where it found them', async ({
    workplace,
    catalog,
    aBazaar,
    command,
  }) => {
    const source = await aBazaar(someItems(3));
    const { added } = await command.summaryOf(source.url);

    expect((await callIn(workplace, catalogCommand, ['check'], settings)).stdout).toBe(
      '4 services, no problems\n',
    );
    expect(JSON.parse(await catalog.read(serviceFilePath(added[0] ?? '')))).toMatchObject({
      endpoint: 'https://rain.example.com/v1/0',
      category: 'weather-environment',
      imported: { from: `${source.url}/discovery/resources` },
    });
  });

  it('never touches what an owner registered while it was reading', async ({ catalog, aBazaar, command }) => {
    const other = serviceNamed('rain', { owner: 'acme', endpoint: 'https://rain.example.com/v1/0' });
    const source = await aBazaar(someItems(150), async ({ offset }) => {
      if (offset === 100) {
        await catalog.write(serviceFilePath(other.id), printServiceFile(other));
        await catalog.commitAll('Register');
      }
      return false;
    });

    const { counts, reasons } = await command.summaryOf(source.url);
    expect(counts).toMatchObject({ added: 149, leftOut: 1 });
    expect(reasons).toEqual({ listed: 1 });
    expect(await catalog.read(serviceFilePath(other.id))).toBe(printServiceFile(other));
  });

  it('names what it leaves out in a report, each with its reason', async ({ aBazaar, command }) => {
    const source = await aBazaar([
      anItem('https://rain.example.com/a', { accepts: [] }),
      anItem('https://rain.example.com/b', { accepts: [terms({ amount: '0' })] }),
      anItem('https://rain.example.com/\u202ec'),
      anItem('https://rain.example.com/d', { description: 'right\u202eleft' }),
      { name: 'nonsense' },
    ]);

    const { reasons, report } = await command.summaryOf(source.url);
    expect(reasons).toEqual({
      terms_unread: 1,
      free: 1,
      endpoint_not_url: 1,
      text_hidden_character: 1,
      not_an_entry: 1,
    });
    const text = await readFile(report ?? '', 'utf8');
    expect(text).not.toContain('\u202e');
    expect(JSON.parse(text)).toMatchObject({
      counts: { leftOut: 5 },
      leftOut: expect.arrayContaining([
        expect.objectContaining({ resource: 'https://rain.example.com/a', code: 'terms_unread' }),
      ]) as unknown[],
    });
  });

  it('ends with 3 where the source cannot be read to its end, and lists what it has', async ({
    aBazaar,
    command,
  }) => {
    const source = await aBazaar(someItems(150), ({ path }, response) =>
      path.startsWith('/discovery')
        ? sendJson(response, { items: someItems(100), pagination: { total: 500 } })
        : false,
    );

    const { code, stdout, stderr } = await command.importing(source.url, '--remove-gone');
    expect(code).toBe(3);
    expect(stderr).toMatch(/^the source was not read to its end: its pages repeat from entry \d+ on/m);
    expect(stdout).toMatch(/100 added/);
  });

  it('stops at a number of entries', async ({ aBazaar, command }) => {
    const source = await aBazaar(someItems(500));

    const { code, stdout } = await command.importing(source.url, '--max-entries', '200', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, counts: { added: 200 } });
  });

  it.for<readonly [what: string, quirk: Quirk]>([
    ['is not JSON', ({ offset }, response) => offset > 0 && send(response, 200, {}, '<html>')],
    ['breaks off', ({ offset }, response) => offset > 0 && sendJson(response, { error: 'gone' }, 403)],
  ])('changes nothing when a page %s', async ([_what, quirk], { catalog, aBazaar, command }) => {
    const source = await aBazaar(someItems(150), quirk);
    const before = await catalog.state();

    const { code, stderr } = await command.importing(source.url);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^catalog: http.*\/discovery\/resources answers .*; ask its operator$/,
    );
    expect(await catalog.state()).toEqual(before);
  });
});

describe('catalog import --from --dry-run', () => {
  it('says what would happen, and writes nothing', async ({ workplace, catalog, aBazaar, command }) => {
    const source = await aBazaar(someItems(3));
    const before = await catalog.state();

    const { code, stdout } = await command.importing(source.url, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 entries, if this were no dry run: 3 added/m);
    expect(await catalog.state()).toEqual(before);
    expect(await readdir(workplace.folder)).toEqual(['catalog']);
  });
});

describe('catalog import --from --remove-gone', () => {
  it('leaves a tombstone, and lists the service again when it comes back', async ({
    catalog,
    aBazaar,
    command,
  }) => {
    const source = await aBazaar(someItems(5));
    const { added } = await command.summaryOf(source.url);
    source.list(someItems(4));

    const { removed } = await command.summaryOf(source.url, '--remove-gone');
    expect(removed).toEqual(added.slice(4));
    expect(await catalog.lines('show', '--format=', '--name-status', 'HEAD')).toHaveLength(2);
    expect((await command.summaryOf(source.url, '--remove-gone')).counts).toMatchObject({ same: 4, gone: 0 });
    source.list(someItems(5));
    expect((await command.summaryOf(source.url)).counts).toMatchObject({ same: 4, restored: 1 });
  });

  it('refuses to remove more than a third, unless that is confirmed', async ({
    catalog,
    aBazaar,
    command,
  }) => {
    const source = await aBazaar(someItems(6));
    await command.summaryOf(source.url);
    source.list(someItems(3));
    const before = await catalog.state();

    const { code, stderr } = await command.importing(source.url, '--remove-gone');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^catalog: the source lists 3 of 6 earlier imports no more, which is more than a third/m,
    );
    expect(await catalog.state()).toEqual(before);
    expect((await command.summaryOf(source.url, '--remove-gone', '--remove-many')).counts).toMatchObject({
      removed: 3,
    });
  });
});

describe('an import that ran out of time', () => {
  it('lists what it has read, and goes on behind it when it is run again', async ({ aBazaar, command }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const source = await aBazaar(someItems(300), ({ offset }) => {
      if (offset === 100) vi.setSystemTime(Date.now() + 3_600_000);
      return false;
    });

    const { code, stdout, stderr } = await command.importing(source.url);
    expect([code, stderr]).toEqual([3, expect.stringContaining('time ran out at entry 200')]);
    expect(stdout).toContain('200 entries: 200 added');
    vi.useRealTimers();
    expect((await command.summaryOf(source.url)).counts).toMatchObject({
      entries: 300,
      added: 100,
      same: 200,
    });
    expect(source.asked.map(({ offset }) => offset)).toEqual([0, 0, 100, 0, 200]);
  });
});

describe('an import that is killed', () => {
  it('with -9 goes on where it was', async ({ workplace, catalog, aBazaar, command }) => {
    const asked = Promise.withResolvers<boolean>();
    let hangs = true;
    const source = await aBazaar(someItems(450), ({ offset }) => {
      if (!hangs || offset !== 300) return false;
      asked.resolve(true);
      return true;
    });
    const before = await catalog.state();
    const args = [script, 'import', '--from', source.url, '--pause', '0'];
    const env = { ...workplace.environment, ...settings };
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    await asked.promise;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await catalog.state()).toEqual(before);

    hangs = false;
    const earlier = source.asked.length;
    expect((await command.summaryOf(source.url)).counts).toMatchObject({ entries: 450, added: 450 });
    expect(source.asked.slice(earlier + 1).map(({ offset }) => offset)).toEqual([300, 400]);
    expect(await readdir(join(workplace.folder, 'data', 'imports'))).not.toContainEqual(
      expect.stringMatching(/ndjson$/),
    );
  });
});

describe('other forms of catalogs', () => {
  it('another Tollbook gives names, categories and prices', async ({ catalog, command, onTestFinished }) => {
    const x402Config = { paymentAddress: wallet, network: 'base' };
    const services = ['beta', 'gamma'].map((name) =>
      serviceNamed(name, { x402Config, category: 'maps-geolocation' }),
    );
    const other = await aServer(anApi({ entries: services.map((service) => anEntry(service)) }));
    onTestFinished(() => other.stop());
    const url = `http://127.0.0.1:${other.port}`;

    const { source, added } = await command.summaryOf(url);
    expect(source).toEqual({ kind: 'bazaar', url: `${url}/discovery/resources` });
    expect([...added].sort()).toEqual(services.map(({ id }) => id).sort());
    for (const { id, createdAt: _, updatedAt: _at, ...declared } of services) {
      expect(JSON.parse(await catalog.read(serviceFilePath(id)))).toMatchObject(
        declared satisfies Partial<DeclaredService>,
      );
    }
  });

  it('a registry of ARD gives its entries page by page', async ({ aBazaar, command }) => {
    const entries = someItems(5).map((item, i) => ({
      identifier: `urn:air:catalog.example.com:service:${String(i)}`,
      displayName: `Rain ${String(i)}`,
      type: 'application/openapi+json',
      description: 'Precipitation for the next two hours.',
      url: z.object({ resource: z.string() }).parse(item).resource,
      metadata: { 'pay:accepts': [terms()] },
    }));
    const registry = await aBazaar([], ({ path, token }, response) => {
      if (path === '/.well-known/ard.json') {
        return sendJson(response, { entries: [{ type: 'application/ai-registry+json', url: '/ard' }] });
      }
      if (path !== '/ard/agents') return sendJson(response, {}, 404);

      const at = Number(token ?? '0');
      const more = at + 2 < entries.length ? { pageToken: String(at + 2) } : {};
      return sendJson(response, { items: entries.slice(at, at + 2), total: 5, ...more });
    });

    const { source, counts } = await command.summaryOf(registry.url);
    expect(source).toEqual({ kind: 'agents', url: `${registry.url}/ard` });
    expect(counts).toMatchObject({ entries: 5, added: 5 });
  });

  it('a registry of ARD that can only be searched is never complete', async ({ aBazaar, command }) => {
    const entry = {
      displayName: 'Rain',
      description: 'Precipitation for the next two hours.',
      url: 'https://rain.example.com/v1/0',
      'pay:accepts': [terms()],
    };
    const registry = await aBazaar([], ({ path }, response) =>
      path === '/ard/search' ? sendJson(response, { results: [entry] }) : sendJson(response, {}, 404),
    );

    const { code, stdout } = await command.importing(`${registry.url}/ard`, '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ source: { kind: 'agent-search' }, counts: { added: 1 } });
  });

  it('a list of one site has its endpoints asked for their terms', async ({ catalog, command }) => {
    const asked: string[] = [];
    const paths = ['/rain', '/snow', '/free'];
    const url: string = await listening(
      createServer((request, response) => {
        const { url: path = '' } = request;
        asked.push(`${request.method ?? ''} ${path}`);
        if (path === '/.well-known/x402') {
          const own = paths.map((each) => `http://${request.headers.host ?? ''}${each}`);
          return void sendJson(response, {
            version: 1,
            resources: [...own, 'https://elsewhere.example.com/rain'],
          });
        }
        if (!['/rain', '/snow'].includes(path)) {
          return void response.writeHead(path === '/free' ? 200 : 404).end();
        }

        const resource = {
          url: `http://${request.headers.host ?? ''}${path}`,
          description: 'Rain and snow.',
          serviceName: 'Sky',
        };
        const challenge = { x402Version: 2, resource, accepts: [terms()] };
        const header = Buffer.from(JSON.stringify(challenge)).toString('base64');
        response.writeHead(402, { 'payment-required': header }).end('{}');
      }),
    );

    const { source, added, reasons } = await command.summaryOf(url);
    expect(source).toEqual({ kind: 'well-known', url: `${url}/.well-known/x402` });
    expect(added).toHaveLength(2);
    expect(reasons).toEqual({ terms_unread: 1, elsewhere: 1 });
    expect(asked.filter((each) => each.endsWith('/rain'))).toEqual(['GET /rain']);
    expect(JSON.parse(await catalog.read(serviceFilePath(added[0] ?? '')))).toMatchObject({
      name: 'Sky (rain)',
      endpoint: `${url}/rain`,
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    });
    expect((await command.summaryOf(url)).counts).toMatchObject({ added: 0, changed: 0, same: 2 });
  });
});

/** A seller, whose documents have these answers, and whose other paths of `paid` ask for payment. */
function startSeller(documents: Readonly<Record<string, unknown>>, paid: readonly string[]): Promise<string> {
  return listening(
    createServer((request, response) => {
      const { url: path = '', method = '' } = request;
      if (path in documents) return void sendJson(response, documents[path]);
      if (!paid.includes(`${method} ${path}`)) return void send(response, 404);

      const document = { x402Version: 2, resource: { url: `http://${request.headers.host ?? ''}${path}` } };
      const header = Buffer.from(JSON.stringify({ ...document, accepts: [terms()] })).toString('base64');
      return void send(response, 402, { 'payment-required': header }, '{}');
    }),
  );
}

describe('the lists of sellers', () => {
  it('may be an OpenAPI document with prices', async ({ catalog, command }) => {
    const price = { price: { mode: 'fixed', currency: 'USD', amount: '0.01' }, protocols: ['x402'] };
    const paths = {
      '/rain': {
        get: {
          summary: 'Rain now',
          description: 'Rain for the next two hours.',
          parameters: [{ in: 'query', name: 'city', schema: { type: 'string', example: 'Bergen' } }],
          'x-payment-info': price,
        },
      },
      '/snow': { post: { summary: 'Snow', 'x-x402-price': '$0.01' } },
      '/health': { get: { summary: 'Health' } },
    };
    const url = await startSeller({ '/openapi.json': { openapi: '3.1.0', paths } }, [
      'GET /rain?city=Bergen',
      'POST /snow',
    ]);

    const { source, added, counts } = await command.summaryOf(url);
    expect(source).toEqual({ kind: 'openapi', url: `${url}/openapi.json` });
    expect(counts).toMatchObject({ entries: 2, added: 2 });
    expect(JSON.parse(await catalog.read(serviceFilePath(added[0] ?? '')))).toMatchObject({
      name: 'Rain now',
      endpoint: `${url}/rain`,
      request: { method: 'GET', query: { city: 'Bergen' } },
    });
  });

  it('may be any file, keyed by path', async ({ command }) => {
    const url = await startSeller(
      {
        '/paid.json': {
          '/rain': { price: '$0.01', description: 'Rain.' },
          'POST /snow': { description: 'Snow.' },
        },
      },
      ['GET /rain', 'POST /snow'],
    );

    expect(await command.summaryOf(`${url}/paid.json`)).toMatchObject({
      source: { kind: 'list' },
      counts: { entries: 2, added: 2 },
    });
  });

  it('that are empty are passed over for one that is not', async ({ command }) => {
    const url = await startSeller(
      { '/discovery/resources?limit=10&offset=0': { items: [] }, '/.well-known/x402': ['/rain'] },
      ['GET /rain'],
    );

    const { source, reasons } = await command.summaryOf(url);
    expect(source.kind).toBe('well-known');
    expect(reasons).toEqual({ no_description: 1 });
  });
});

describe('a call that makes no sense', () => {
  it.for<readonly [what: string, args: readonly string[], code: number, said: RegExp]>([
    [
      'names neither a file nor a catalog',
      [],
      2,
      /give a file, or another catalog with --from, and not both/,
    ],
    ['names both', ['a.json', '--from', 'https://catalog.example'], 2, /and not both/],
    [
      'brings categories',
      ['--from', 'https://catalog.example', '--category-file', 'a.json'],
      2,
      /--category-file goes with a file/,
    ],
    [
      'names no address',
      ['--from', 'catalog'],
      2,
      /--from "catalog" is not the address of a catalog; write an https URL/,
    ],
    [
      'names no duration',
      ['--from', 'https://catalog.example', '--pause', 'soon'],
      2,
      /--pause "soon" is not a duration/,
    ],
  ])('because it %s is refused', async ([_what, args, code, said], { workplace, catalog }) => {
    const before = await readCatalogFiles(workplace.catalog);

    const ended = await callIn(workplace, catalogCommand, ['import', ...args]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(said);
    expect(await readCatalogFiles(workplace.catalog)).toEqual(before);
    expect(await subjects(catalog)).toEqual(['Begin']);
  });

  it('because the catalog lacks the fallback category is refused', async ({ aBazaar, command }) => {
    const source = await aBazaar(someItems(1));

    const { code, stderr } = await command.importing(source.url, '--fallback-category', 'misc');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /the catalog has no category "misc" .*; name one of its categories with --fallback-category/,
    );
  });
});
