import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { GitHubDouble } from '../../support/github/github-double.ts';
import { describePostgres } from '../../support/state-database.ts';
import { soon } from '../../support/soon.ts';
import { Cluster } from '../../support/cluster.ts';

const Told = z.object({ id: z.string().optional(), existing: z.string().optional() });

let double: GitHubDouble;
let cluster: Cluster;

describePostgres('two servers over one database whose catalog is on GitHub', () => {
  beforeAll(async () => {
    double = await GitHubDouble.start();
    const home = {
      CATALOG_REMOTE: undefined,
      GITHUB_REPOSITORY: 'acme/listings',
      GITHUB_TOKEN: 'good-token',
      GITHUB_API_URL: double.url,
    };
    cluster = await Cluster.start([home, home]);
  });
  afterAll(async () => {
    await cluster.close();
    await double.stop();
  });

  it('commit what is registered through both at once, each once, and both show all', async () => {
    const made = await Promise.all(
      cluster.servers.flatMap((server, s) =>
        Array.from({ length: 15 }, (_, i) => server.registered(`github-${String(s)}-${String(i)}`)),
      ),
    );
    const names = made.map(({ name }) => name).sort();
    expect(new Set(made.map(({ id }) => id)).size).toBe(30);

    for (const server of cluster.servers) {
      for (const { id } of made) expect((await server.get(`/api/services/${id}`)).status).toBe(200);
      await vi.waitFor(async () => {
        expect((await server.names()).sort()).toEqual(names);
      }, soon);
      const told = (await server.allChanges()).map(({ id }) => id);
      expect(told.sort()).toEqual(made.map(({ id }) => id).sort());
    }
    const files = (await double.repository.files('main')).filter((path) => path.includes('/services/'));
    expect(files).toHaveLength(30);
  });

  it('list an endpoint once that is registered through both at the same moment', async () => {
    const answers = await Promise.all(cluster.servers.map((server) => server.register('disputed')));
    const told = await Promise.all(answers.map(async (answer) => Told.parse(await answer.json())));

    // Mostly 201 and 409. Two that decide in the same millisecond make the same commit, which both may call theirs.
    expect(answers.map(({ status }) => status)).toContain(201);
    expect(new Set(told.map(({ id, existing }) => existing ?? `/api/services/${id ?? ''}`)).size).toBe(1);
    const files = (await double.repository.files('main')).filter((path) => path.includes('disputed'));
    expect(files).toHaveLength(1);
  });
});
