import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCatalogFile } from '../../support/catalog-on-disk.ts';
import { DidNotStart, startServer, Workplace } from '../../support/running-server.ts';

let workplace: Workplace;
let file: string;
let catalogs = 0;

beforeAll(async () => {
  workplace = await Workplace.make();
  file = join(workplace.folder, 'a-file');
  await writeFile(file, '');
});

afterAll(async () => {
  await workplace.remove();
});

/** A catalog folder for one test. */
function ownCatalog(): string {
  catalogs += 1;
  return join(workplace.folder, `catalog-${String(catalogs)}`);
}

/** The exit code and output of a server that cannot start with these settings. */
async function refusal(settings: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  try {
    const server = await startServer({ ...workplace.environment, CATALOG_DIR: ownCatalog(), ...settings });
    await server.stop('SIGKILL', true);
    return { code: null, said: 'it started' };
  } catch (error) {
    if (error instanceof DidNotStart) return { code: error.code, said: error.message };
    throw error;
  }
}

describe.concurrent('a server', () => {
  it.each([
    ['PORT', 'http'],
    ['HOST', 'not a host'],
    ['SITE_URL', 'catalog.example.com'],
    ['CATALOG_NAME', '<b>'],
    ['BUILD_INTERVAL', 'soon'],
    ['PROBE_INTERVAL', '15'],
    ['PROBE_ALLOW_PRIVATE', 'yes'],
    ['ALLOW_INSECURE_ENDPOINTS', 'true'],
    ['RATE_LIMIT_READ', '600'],
    ['RATE_LIMIT_WRITE', 'none'],
    ['LOG_LEVEL', 'loud'],
  ])('reports a bad %s (%s) in one clear line, and exits with 2', async (name, value) => {
    const { code, said } = await refusal({ [name]: value });

    expect(said).toMatch(/^tollbook cannot start: [^\n]+\n$/);
    expect(said).toContain(`${name}=${value}: `);
    expect(code).toBe(2);
  });

  it.each(['CATALOG_DIR', 'DATA_DIR', 'DIST_DIR'])(
    'tells of a %s that is a file in one clear line, and ends with 2',
    async (name) => {
      const { code, said } = await refusal({ [name]: file });

      expect(said).toMatch(/^tollbook cannot start: [^\n]+\n$/);
      expect(said).toContain(`${name}=${file}: `);
      expect(code).toBe(2);
    },
  );

  it.each(['DATA_DIR', 'DIST_DIR'])('keeps its catalog apart from %s', async (name) => {
    const catalog = ownCatalog();
    const { code, said } = await refusal({ CATALOG_DIR: catalog, [name]: catalog });

    expect(said).toBe(
      `tollbook cannot start: CATALOG_DIR=${catalog}: write another folder than DATA_DIR and DIST_DIR; keys and builds do not belong in git\n`,
    );
    expect(code).toBe(2);
  });

  it('reports that its port is taken, and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : undefined);

    const { code, said } = await refusal({ PORT: port });
    other.close();
    expect(said).toContain(
      `tollbook cannot start: 127.0.0.1:${port} is in use by another program; stop that, or set PORT to another port\n`,
    );
    expect(code).toBe(1);
  });

  it('reports in one line what git says in several, and exits with 1', async () => {
    const { code, said } = await refusal({ CATALOG_REMOTE: join(workplace.folder, 'absent.git') });

    expect(said).toMatch(/^tollbook cannot start: the catalog cannot be cloned from [^\n]+\n$/);
    expect(code).toBe(1);
  });

  it('reports what is wrong with the categories, and exits with 1', async () => {
    const catalog = ownCatalog();
    await writeCatalogFile(catalog, 'categories.json', '[');

    const { code, said } = await refusal({ CATALOG_DIR: catalog });
    expect(said).toMatch(/^tollbook cannot start: categories\.json: the file is not valid JSON: [^\n]+\n$/);
    expect(code).toBe(1);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['is no database', (path) => writeFile(path, 'no database '.repeat(500))],
    ['is a folder', (path) => mkdir(path)],
  ])('reports a state database that %s with the cure, and exits with 1', async (what, make) => {
    const data = join(workplace.folder, `data that ${what}`);
    await mkdir(data);
    await make(join(data, 'tollbook.db'));

    const { code, said } = await refusal({ DATA_DIR: data });
    expect(said).toMatch(
      /^tollbook cannot start: the state database [^\n]+ or set DATA_DIR to another folder[^\n]*\n$/,
    );
    expect(said).toContain(join(data, 'tollbook.db'));
    expect(code).toBe(1);
  });
});
