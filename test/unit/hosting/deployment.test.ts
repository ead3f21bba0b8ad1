import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { commandOf, copies, instructionsOf, variables } from '../../support/dockerfile.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Every variable that Tollbook reads; secrets also from files. */
const known = new Set([
  ...[...read('src/config/environment.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name),
  ...['GITHUB_TOKEN', 'GITHUB_APP_PRIVATE_KEY', 'SIGNING_KEY', 'DATABASE_URL'].map((name) => `${name}_FILE`),
]);

/** Variables of Node, Astro and git. */
const foreign = ['NODE_ENV', 'ASTRO_TELEMETRY_DISABLED', 'HOME'];

const unknown = (names: readonly string[]): string[] =>
  names.filter((name) => !known.has(name) && !foreign.includes(name));

const { scripts } = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(read('package.json')));
/** The command of `npm start`. */
const startCommand = scripts.start.replace('exec ', '');

const Package = z.object({ version: z.string() });

describe('the Dockerfile', () => {
  it('starts the server as npm start does', () => {
    expect(commandOf(instructionsOf('CMD')[0]).join(' ')).toBe(startCommand);
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

    expect(new Set(instructionsOf('FROM').map((rest) => rest.split(' ')[0]))).toEqual(
      new Set([`node:${version}-trixie-slim`]),
    );
    expect(instructionsOf('USER')).toEqual(['node']);
  });
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
  });
});
