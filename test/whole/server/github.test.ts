import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { serviceNamed } from '../../support/catalog-on-disk.ts';
import { GitHubDouble } from '../../support/github/github-double.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const Service = z.object({ id: z.string(), endpoint: z.string() });
const Health = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });

let double: GitHubDouble;
let workplace: Workplace;
let server: RunningServer;
let key: string;
let settings: NodeJS.ProcessEnv;

const fileOf = (name: string): { path: string; content: string } => {
  const service = serviceNamed(name);
  return { path: `catalog/${serviceFilePath(service.id)}`, content: printServiceFile(service) };
};

beforeAll(async () => {
  double = await GitHubDouble.start([fileOf('alpha')]);
  workplace = await Workplace.make();
  key = await workplace.key();
  settings = {
    ...workplace.environment,
    GITHUB_REPOSITORY: 'acme/listings',
    GITHUB_TOKEN: 'good-token',
    GITHUB_API_URL: double.url,
    GITHUB_POLL_INTERVAL: '1s',
  };
  server = await startServer(settings);
});

afterAll(async () => {
  await server.stop('SIGTERM');
  await double.stop();
  await workplace.remove();
});

async function ids(): Promise<string[]> {
  const answer = await fetch(`${server.url}/api/services?sortBy=name`);
  return z
    .array(Service)
    .parse(await answer.json())
    .map(({ id }) => id);
}

async function health(): Promise<z.infer<typeof Health>> {
  return Health.parse(await (await fetch(`${server.url}/health`)).json());
}

function registration(name: string): object {
  return { ...aRegistration(name), name, endpoint: `https://${name}.example.com` };
}

describe('a server whose catalog is on GitHub', () => {
  it('serves the catalog of the branch', async () => {
    expect(await ids()).toEqual([serviceNamed('alpha').id]);
  });

  it('answers 201 once the commit is on the branch, and every read lists the service at once', async () => {
    const answer = await register(server.url, key, registration('beta'));
    expect(answer.status).toBe(201);

    const { id } = Service.parse(await answer.json());
    expect(await ids()).toContain(id);
    expect(await double.repository.files('main')).toContain(`catalog/${serviceFilePath(id)}`);
    expect(await double.repository.messages('main')).toContain(`Register ${id}`);
  });

  it('lists what others merge, without a restart', async () => {
    await double.repository.push('main', [fileOf('gamma')], 'Merge pull request');

    await expect.poll(ids).toContain(serviceNamed('gamma').id);
  });

  it('keeps serving reads while GitHub is down, and answers registrations with 503 until it is back', async () => {
    const comeBack = await double.goAway();
    const answer = await register(server.url, key, registration('zeta'));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await ids()).toContain(serviceNamed('alpha').id);
    await expect.poll(async () => (await health()).checks['branch']).not.toBe('ok');

    await comeBack();
    const again = async (): Promise<number> => (await register(server.url, key, registration('zeta'))).status;
    await expect.poll(again, { interval: 1_000 }).toBe(201);
    expect((await health()).checks['commits']).toBe('ok');
  });

  it('loses nothing that it acknowledged when it is killed during commits', async () => {
    double.latencyMs = 100;
    const answers = Array.from({ length: 12 }, (_, i) =>
      register(server.url, key, registration(`killed-${String(i)}`)).then(
        async (answer) => (answer.status === 201 ? Service.parse(await answer.json()).id : undefined),
        () => undefined,
      ),
    );
    await Promise.race(answers);
    await server.stop('SIGKILL');
    const acknowledged = (await Promise.all(answers)).filter((id) => id !== undefined);
    double.latencyMs = 0;

    server = await startServer(settings);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await ids()).toEqual(expect.arrayContaining(acknowledged));
    const endpoints = (await double.repository.files('main')).filter((path) => path.includes('/killed-'));
    expect(new Set(endpoints).size).toBe(endpoints.length);
  });
});
