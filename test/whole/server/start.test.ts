import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCatalogFile } from '../../support/catalog-on-disk.ts';
import { DidNotStart, type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

let workplace: Workplace;
let running: RunningServer;
let catalogs = 0;

beforeAll(async () => {
  workplace = await Workplace.make();
  running = await startServer(workplace.environment);
});

afterAll(async () => {
  await running.stop('SIGTERM');
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

describe('a server', () => {
  it('reports a bad setting in one clear line, and exits with 2', async () => {
    expect(await refusal({ BUILD_INTERVAL: 'soon' })).toEqual({
      code: 2,
      said: expect.stringMatching(/^tollbook cannot start: BUILD_INTERVAL=soon: [^\n]+\n$/) as string,
    });
  });

  it('reports a bad witness in one line too, whatever it is written on', async () => {
    const { code, said } = await refusal({ LOG_WITNESSES: 'witness.example\nhttps://witness.example' });

    expect(said).toMatch(/^tollbook cannot start: LOG_WITNESSES: "witness.example" is no key [^\n]+\n$/);
    expect(code).toBe(2);
  });

  it('keeps a secret out of the line that says why it cannot start', async () => {
    const { code, said } = await refusal({ SIGNING_KEY: 'recognisable', LOG_LEVEL: 'trace' });

    expect(said).toMatch(/^tollbook cannot start: SIGNING_KEY: [^\n]+\n$/);
    expect(said).not.toContain('recognisable');
    expect(code).toBe(2);
  });

  it('keeps the login of its git remote out of that line', async () => {
    const { code, said } = await refusal({
      CATALOG_REMOTE: 'https://user:recognisable@127.0.0.1:9/catalog.git',
      LOG_LEVEL: 'trace',
    });

    expect(said).toContain('tollbook cannot start: the catalog cannot be cloned from ');
    expect(said).not.toContain('recognisable');
    expect(code).toBe(1);
  });

  it('reports in one line what git says in several, and exits with 1', async () => {
    const { code, said } = await refusal({ CATALOG_REMOTE: join(workplace.folder, 'absent.git') });

    expect(said).toMatch(/^tollbook cannot start: the catalog cannot be cloned from [^\n]+\n$/);
    expect(code).toBe(1);
  });

  it('reports that its port is taken, and exits with 1', async () => {
    const { port } = new URL(running.url);
    const { code, said } = await refusal({ PORT: port });

    expect(said).toContain(
      `tollbook cannot start: 127.0.0.1:${port} is in use by another program; stop that, or set PORT to another port\n`,
    );
    expect(code).toBe(1);
  });

  it('reports what is wrong with the categories, and exits with 1', async () => {
    const catalog = ownCatalog();
    await writeCatalogFile(catalog, 'categories.json', '[');

    const { code, said } = await refusal({ CATALOG_DIR: catalog });
    expect(said).toMatch(/^tollbook cannot start: categories\.json: the file is not valid JSON: [^\n]+\n$/);
    expect(code).toBe(1);
  });

  it('reports a state database that is none with the cure, and exits with 1', async () => {
    const data = join(workplace.folder, 'no database');
    await mkdir(data);
    await writeFile(join(data, 'tollbook.db'), 'no database '.repeat(500));

    const { code, said } = await refusal({ DATA_DIR: data });
    expect(said).toMatch(
      /^tollbook cannot start: the state database [^\n]+ or set DATA_DIR to another folder[^\n]*\n$/,
    );
    expect(said).toContain(join(data, 'tollbook.db'));
    expect(code).toBe(1);
  });

  it('refuses a catalog that another one serves, whatever its other folders, and leaves that one alone', async () => {
    const link = join(workplace.folder, 'link');
    await symlink(workplace.catalog, link);

    for (const settings of [
      { CATALOG_DIR: workplace.catalog },
      { CATALOG_DIR: link, DATA_DIR: join(workplace.folder, 'other data') },
    ]) {
      expect(await refusal(settings)).toEqual({
        code: 1,
        said: expect.stringMatching(
          new RegExp(
            `^tollbook cannot start: the catalog folder /.* is already served by another Tollbook \\(process ${String(running.pid)}\\); stop it first, or set CATALOG_DIR to another folder\n$`,
          ),
        ) as string,
      });
    }
    expect((await fetch(`${running.url}/api/services`)).status).toBe(200);
  });
});
