import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../support/free-port.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { pathOf } from './static-host.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Every variable that Tollbook reads; secrets also from files. */
const known = new Set([
  ...[...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name),
  ...['GITHUB_TOKEN', 'GITHUB_APP_PRIVATE_KEY', 'SIGNING_KEY', 'DATABASE_URL'].map((name) => `${name}_FILE`),
]);

/** Variables of Node, Astro, git and the C library. */
const foreign = ['NODE_ENV', 'ASTRO_TELEMETRY_DISABLED', 'HOME', 'GLIBC_TUNABLES'];

const unknown = (names: readonly string[]): string[] =>
  names.filter((name) => !known.has(name) && !foreign.includes(name));

/** The instructions of the Dockerfile, with continued lines joined. */
const instructions = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    return { name, rest };
  });

const of = (name: string): string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);

/** What is copied from the project, and where to. */
const copies = of('COPY')
  .filter((rest) => !rest.startsWith('--from'))
  .map((rest) => {
    const paths = rest.split(' ');
    return { from: paths.slice(0, -1), to: paths.at(-1) ?? '' };
  });

const variables = Object.fromEntries(
  of('ENV').flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
);

const commandOf = (text = ''): string[] => z.array(z.string()).parse(JSON.parse(text));

const { scripts } = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(read('package.json')));
/** The variable that `npm start` sets, and its command. */
const [startSetting = '', startCommand = ''] = scripts.start.split(' exec ');

/** A user without rights, whom root can run the server as. */
const nobody = 65_534;

const Package = z.object({ version: z.string() });

describe('the Dockerfile', () => {
  it('starts the server as npm start does', () => {
    expect(commandOf(of('CMD')[0]).join(' ')).toBe(startCommand);
    expect(of('ENV').join(' ').split(/\s+/)).toContain(startSetting);
  });

  it('sets only variables that Tollbook reads', () => {
    expect(known.size).toBeGreaterThan(30);
    expect(unknown(Object.keys(variables))).toEqual([]);
  });

  it('copies what is there, and .dockerignore lets it through', () => {
    const paths = copies.flatMap(({ from }) => from);
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));

    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect([...new Set(paths)].sort()).toEqual(allowed.sort());
  });

  it('runs the Node that the project is tested with, as a user without rights, in every stage', () => {
    const { version } = Package.parse(JSON.parse(read('node_modules/node/package.json')));

    expect(new Set(of('FROM').map((rest) => rest.split(' ')[0]))).toEqual(
      new Set([`node:${version}-trixie-slim`]),
    );
    expect(of('USER')).toEqual(['node']);
  });
});

describe('the files of the image', () => {
  it(
    'are all that a server needs, which builds and serves as a user who cannot write them',
    { timeout: 600_000 },
    async () => {
      const folder = await temporaryFolder();
      const [project, state, port] = [join(folder, 'opt'), join(folder, 'state'), await freePort()];
      await copyProject(project);
      await mkdir(state);
      await mkdir(join(project, '.astro'));
      const before = (await readdir(project)).sort();
      const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;
      for (const path of [folder, state, join(project, '.astro')]) {
        if (as) await chown(path, as.uid, as.gid);
      }

      const [, ...args] = commandOf(of('CMD')[0]);
      const env = {
        ...Object.fromEntries(
          Object.entries(variables).map(([name, value]) => [name, value.replace('/var/lib/tollbook', state)]),
        ),
        PATH: process.env['PATH'],
        PORT: String(port),
        HOST: '127.0.0.1',
        PROBE_INTERVAL: '0',
        EMBEDDING_MODEL: 'none',
      };
      const server = spawn(process.execPath, args, { ...as, cwd: project, env, stdio: 'pipe' });
      const printed: string[] = [];
      for (const stream of [server.stdout, server.stderr]) {
        stream.on('data', (text: Buffer) => printed.push(text.toString()));
      }
      const ended = once(server, 'exit');
      onTestFinished(async () => {
        server.kill('SIGKILL');
        await ended;
      });

      const isHealthy = async (): Promise<boolean> => {
        const [, ...check] = commandOf(of('HEALTHCHECK')[0]?.replace(/^.*CMD /, ''));
        return (await runProcess(process.execPath, check, { env })).code === 0;
      };
      expect(await isHealthy()).toBe(false);
      await expect
        .poll(
          async () => {
            if (server.exitCode !== null) throw new Error(printed.join(''));
            return isHealthy();
          },
          { timeout: 500_000, interval: 250 },
        )
        .toBe(true);
      const page = await fetch(`http://127.0.0.1:${String(port)}/`);
      expect(page.status, printed.join('')).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${String(port)}/health`)).json()).toMatchObject({
        status: 'ok',
      });
      expect((await readdir(project)).sort()).toEqual(before);
    },
  );

  /** As the second stage does; the packages are those of this project. */
  async function copyProject(project: string): Promise<void> {
    for (const { from, to } of copies) {
      for (const path of from.filter((name) => name !== 'package-lock.json')) {
        const target = join(project, to, to.endsWith('/') ? basename(path) : '');
        await mkdir(dirname(target), { recursive: true });
        await cp(join(root, path), target, { recursive: true });
      }
    }
    await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  }
});

const Service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  networks: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

describe('compose.yaml', () => {
  const { services, networks, volumes, secrets } = Compose.parse(
    parse(read('compose.yaml'), { merge: true }),
  );
  const servers = Object.entries(services).filter(([name]) => name.startsWith('server-'));

  it('has three servers, which differ in their own volume only', () => {
    const shared = servers.map(([name, { volumes: own, ...rest }]) => {
      expect(own).toEqual([`${name}:${variables['HOME'] ?? ''}`, 'repository:/srv/git']);
      return rest;
    });

    expect(shared).toHaveLength(3);
    expect(new Set(shared.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(shared[0]).toMatchObject({ read_only: true, cap_drop: ['ALL'], image: 'tollbook' });
  });

  it('sets only variables that Tollbook reads, and gives each secret that it names', () => {
    for (const [, { environment = {}, secrets: given = [] }] of servers) {
      expect(unknown(Object.keys(environment))).toEqual([]);
      const named = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(named.map((path) => path.replace('/run/secrets/', '')).sort()).toEqual([...given].sort());
    }
  });

  it('names no volume, network, secret, service or file that is not there', () => {
    for (const service of Object.values(services)) {
      const mounted = service.volumes.map((each) => each.split(':')[0] ?? '');
      const [files, named] = [
        mounted.filter((each) => each.startsWith('.')),
        mounted.filter((each) => !each.startsWith('.')),
      ];
      expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
      expect(named.filter((name) => !(name in volumes))).toEqual([]);
      expect((service.networks ?? []).filter((name) => !(name in networks))).toEqual([]);
      expect((service.secrets ?? []).filter((name) => !(name in secrets))).toEqual([]);
      expect(Object.keys(service.depends_on ?? {}).filter((name) => !(name in services))).toEqual([]);
    }
  });

  it('has Caddy ask exactly its servers', () => {
    const asked = services['caddy']?.environment?.['TOLLBOOK_SERVERS']?.split(' ');

    expect(asked).toEqual(servers.map(([name]) => `${name}:${variables['PORT'] ?? ''}`));
  });

  it('names every secret that docs/operation/containers.md makes, but for those of a remote elsewhere', () => {
    const made = read('docs/operation/containers.md').match(/secrets\/[\w-]+/g) ?? [];
    const named = Object.values(secrets).map(({ file }) => file.replace('./', ''));

    expect(new Set(made)).toEqual(new Set([...named, 'secrets/deploy-key', 'secrets/known-hosts']));
  });
});

describe('the unit of systemd', () => {
  const unit = read('ops/systemd/tollbook.service');
  const settings = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) => text.split(' '));

  it('sets only variables that Tollbook reads, and gives each credential that it names', () => {
    const named = settings.flatMap((pair) => /=%d\/(.*)$/.exec(pair)?.[1] ?? []);
    const given = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name = '']) => name);

    expect(unknown(settings.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
    expect(named.sort()).toEqual(given.sort());
  });

  it('starts what is there, as npm start does', () => {
    const [, command = ''] = /^ExecStart=\/opt\/tollbook\/(.*)$/m.exec(unit) ?? [];

    expect(command).toBe(startCommand.replace('node', 'node_modules/.bin/node'));
    expect(settings).toContain(startSetting);
  });

  it.skipIf(pathOf('systemd-analyze') === undefined)('holds for systemd itself', async () => {
    const file = join(await temporaryFolder(), 'tollbook.service');
    await writeFile(file, unit.replace('/opt/tollbook/node_modules/.bin/node', process.execPath));
    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', file]);

    expect(stdout + stderr).toBe('');
  });
});
