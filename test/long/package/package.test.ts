import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentCommands } from '../../support/document-commands.ts';
import { installPackages } from '../../support/own-packages.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';
import { writeCatalog } from '../../support/catalog-on-disk.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const root = join(import.meta.dirname, '../../..');
const document = readFileSync(join(root, 'docs/client.md'), 'utf8');
const id = 'rain-radar-qgwe8aaf';

let workplace: Workplace;
let server: RunningServer;
/** What is published, and a project of somebody who installs it. */
let packed: string;
let project: string;
let environment: NodeJS.ProcessEnv;

async function successful(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runProcess(command, args, { cwd, env: environment });
  if (code === 0) return stdout;

  throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}: ${stdout}${stderr}`);
}

const npm = (args: readonly string[], cwd: string) =>
  successful('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], cwd);

/** The code of the document in a language. */
function written(language: string): string {
  const [, code = ''] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(document) ?? [];
  return code;
}

const isChecked = await installPackages(import.meta.dirname);

/** Packs the package, and installs it as its readers do. False where its dependencies cannot be had; in CI that is an error. */
async function install(): Promise<boolean> {
  await successful(process.execPath, [join(root, 'scripts/package.ts'), '--out', packed], root);
  await npm(['pack', '--pack-destination', workplace.folder], packed);
  const [tarball = ''] = (await readdir(workplace.folder)).filter((name) => name.endsWith('.tgz'));
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');

  try {
    await npm(['install', '--prefer-offline', '--ignore-scripts', join(workplace.folder, tarball)], project);
    return true;
  } catch (error) {
    if (process.env['CI']) throw error;
    return false;
  }
}

/** Of the project, until it is known whether there is one. */
let isInstalled = false;

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog);
  server = await startServer(workplace.environment);
  packed = join(workplace.folder, 'package');
  project = join(workplace.folder, 'project');
  const { FORCE_COLOR: _, ...bare } = process.env;
  environment = {
    ...bare,
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    TOLLBOOK_URL: server.url,
    TOLLBOOK_KEY: await workplace.key(),
    // npx would warn of settings of this machine that it does not know.
    NPM_CONFIG_LOGLEVEL: 'error',
  };
  isInstalled = await install();
});

afterAll(async () => {
  await server.stop('SIGTERM');
  await workplace.remove();
});

describe('the package', () => {
  it('holds compiled code and declarations, and its document, only', async () => {
    const names = await readdir(packed, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map(({ name }) => name);

    expect(files.filter((name) => !/\.(d\.ts|js)$/.test(name)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ]);
  });

  it('installs nothing but what it imports', async () => {
    const { dependencies } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as {
      dependencies: object;
    };

    expect(Object.keys(dependencies)).toEqual([
      '@noble/hashes',
      '@scure/base',
      'better-sqlite3',
      'commander',
      'ipaddr.js',
      'jsonc-parser',
      'openapi-fetch',
      'zod',
    ]);
  });

  it('is not written over other files', async () => {
    const { code, stderr } = await runProcess(process.execPath, [
      join(root, 'scripts/package.ts'),
      '--out',
      packed,
    ]);

    expect(code).toBe(1);
    expect(stderr).toContain('is not empty; name a folder that is empty or missing');
  });

  it.skipIf(!isChecked)('has the right shape for npm (publint)', async () => {
    const publint = join(import.meta.dirname, 'node_modules/.bin/publint');

    expect(await successful(publint, ['--strict', packed], root)).toContain('All good!');
  });

  it.skipIf(!isChecked)('has declarations that resolve wherever its code does (attw)', async () => {
    const attw = join(import.meta.dirname, 'node_modules/.bin/attw');
    const printed = await successful(
      attw,
      ['--pack', packed, '--profile', 'esm-only', '--format', 'json'],
      root,
    );

    expect(JSON.parse(printed)).toMatchObject({ analysis: { types: { kind: 'included' } } });
  });
});

describe('somebody who follows docs/client.md', () => {
  it('lists, finds, shows, verifies and mirrors a service', async ({ skip }) => {
    skip(!isInstalled, 'its dependencies cannot be installed here');
    await writeFile(join(project, 'rain-radar.json'), written('json'));
    const commands = documentCommands('docs/client.md', 'Command').filter(
      (text) => !text.startsWith('export '),
    );
    expect(commands).toHaveLength(4);

    const ended: Ended[] = [];
    for (const text of commands) {
      ended.push(await runProcess('sh', ['-e', '-c', text], { cwd: project, env: environment }));
    }
    expect(ended).toMatchObject(commands.map(() => ({ code: 0, stderr: '' })));
    const [registered, found, mirrored, relayed] = ended.map(({ stdout }) => stdout);
    expect(registered).toBe(
      `It breaks no rule; its id would be ${id}. Nothing was written.\n${id}\n${server.url}/services/${id}/\n`,
    );
    expect(found).toContain(`Rain Radar\n  0.001 USDC per request · base-sepolia · unverified · trust 0\n`);
    expect(found).toContain(`\nid        ${id}\n`);
    expect(found).toMatch(new RegExp(`\n${id}: Not checked yet\n.*do not pay it\n$`, 's'));
    expect(mirrored).toMatch(
      /^export: 1 created, 0 updated, 0 removed; 1 services\nup to date: 1 services at commit \w+\n$/,
    );
    expect(relayed).toBe('');
  });

  it('uses the client from JavaScript', async ({ skip }) => {
    skip(!isInstalled, 'its dependencies cannot be installed here');
    await writeFile(join(project, 'example.js'), written('js'));

    expect(await successful(process.execPath, ['example.js'], project)).toBe(
      'Rain Radar 0.001 not checked yet\n404 service_unknown\n',
    );
  });
});

describe('a program in TypeScript', () => {
  const compile = (options: readonly string[], ...files: readonly string[]) =>
    successful(
      process.execPath,
      [
        join(root, 'node_modules/typescript/lib/tsc.js'),
        ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2024', ...options],
        ...files,
      ],
      project,
    );

  it('compiles with the client for browsers, and with client, guard and mirror for Node', async ({
    skip,
  }) => {
    skip(!isInstalled, 'its dependencies cannot be installed here');
    await writeFile(join(project, 'asking.ts'), asking);
    await writeFile(join(project, 'copying.ts'), copying);
    await writeFile(join(project, 'guarding.ts'), guarding);

    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    await compile(
      ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2024,dom'],
      'asking.ts',
    );
    await compile(['--module', 'nodenext', ...types], 'asking.ts', 'copying.ts', 'guarding.ts');
  });
});

const asking = `import { ApiError, createClient, type Registration, type Service } from 'tollbook/client';

const client = createClient({ baseUrl: new URL('https://catalog.example.com'), key: 'tbk_a_b', retries: 1 });
const signal = AbortSignal.timeout(1000);
const page: { services: readonly Service[]; total: number } = await client.list({ chain: ['base'] }, { signal });
const { data, error } = await client.api.GET('/api/facets', { params: { query: { query: 'rain' } } });
const counts: readonly number[] = data?.category.map(({ count }) => count) ?? [];
const code: string | undefined = error?.code;
// @ts-expect-error There is no such order.
await client.list({ sortBy: 'color' });
// @ts-expect-error A registration has further members.
const wrong: Registration = { name: 'Rain' };
export { ApiError, code, counts, page, wrong };
`;

const guarding = `import { guard, PaymentRefused, type RefusalCode } from 'tollbook/guard';

const safe: typeof fetch = guard(fetch, { catalog: 'https://catalog.example.com', budgetUsd: 1 });
const code = (error: unknown): RefusalCode | undefined => (error instanceof PaymentRefused ? error.code : undefined);
// @ts-expect-error That is neither a fetch nor a client.
guard('https://catalog.example.com', {});
export { code, safe };
`;

const copying = `import { mirror, MirrorFault, type MirrorReport } from 'tollbook/mirror';

const report: MirrorReport = await mirror({ from: 'https://catalog.example.com', to: 'copy' });
export { MirrorFault, report };
`;
