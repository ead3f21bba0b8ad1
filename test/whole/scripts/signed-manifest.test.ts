import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { Workplace } from '../../support/running-server.ts';

const run = promisify(execFile);

const Manifest = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  cursor: z.string().nullable(),
  builtAt: z.iso.datetime(),
  licence: z.string().nullable(),
  services: z.int(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});

let workplace: Workplace;
let client: string;

const read = (path: string): Promise<Buffer> => readFile(join(client, path));
const manifest = async () => Manifest.parse(JSON.parse((await read('api/manifest.json')).toString()));

async function build(settings: NodeJS.ProcessEnv): Promise<void> {
  const site = { SITE_URL: 'https://catalog.example.com', EMBEDDING_MODEL: 'none' };
  expect(await workplace.attempt('build.ts', [], { ...site, ...settings })).toMatchObject({ code: 0 });
}

/** The command that the documents give, with nothing but OpenSSH. */
async function verifies(): Promise<boolean> {
  const command =
    'ssh-keygen -Y verify -f .well-known/tollbook-signers -I catalog.example.com -n tollbook -s api/manifest.json.sig < api/manifest.json';
  return run('sh', ['-c', command], { cwd: client }).then(
    () => true,
    () => false,
  );
}

beforeAll(async () => {
  workplace = await Workplace.make();
  client = join(workplace.folder, 'dist', 'client');
  await writeCatalog(workplace.catalog, serviceNamed('one'), serviceNamed('two'));
  const key = join(workplace.folder, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  await build({ SIGNING_KEY: key, CATALOG_LICENCE: 'CC0-1.0' });
});

afterAll(async () => {
  await workplace.remove();
});

describe('the manifest of a build', () => {
  it('lists every file of the static API, with its size and digest', async () => {
    const { services, licence, files } = await manifest();

    expect({ services, licence }).toEqual({ services: 2, licence: 'CC0-1.0' });
    const present = globSync('api/**/*.{json,ndjson,csv,sqlite}', { cwd: client }).filter(
      (path) => path !== 'api/manifest.json',
    );
    expect(files.map(({ path }) => path)).toEqual(present.sort());
    for (const { path, bytes, sha256 } of files) {
      const content = await read(path);
      expect(content.length, path).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex'), path).toBe(sha256);
    }
  });

  it('is signed, and OpenSSH alone can tell', async () => {
    expect(await verifies()).toBe(true);

    const original = await read('api/manifest.json');
    await rm(join(client, 'api/manifest.json'));
    await writeFile(
      join(client, 'api/manifest.json'),
      original.toString().replace('"services":2', '"services":3'),
    );
    expect(await verifies()).toBe(false);
  });

  it('keeps the digests of files that a later build takes over', async () => {
    const before = await manifest();
    await writeCatalog(workplace.catalog, serviceNamed('one'), serviceNamed('two'), serviceNamed('three'));
    await build({});

    const after = await manifest();
    const kept = before.files.filter(({ path }) => path.startsWith('api/services/'));
    expect(after.files).toEqual(expect.arrayContaining(kept));
    expect({ services: after.services, licence: after.licence }).toEqual({ services: 3, licence: null });
  });

  it('has no signature without a key', async () => {
    await expect(read('api/manifest.json.sig')).rejects.toThrow('ENOENT');
    await expect(read('.well-known/tollbook-signers')).rejects.toThrow('ENOENT');
  });
});
