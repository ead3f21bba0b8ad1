import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';
import { pathOf, startHost } from './static-host.ts';

const documented = fileURLToPath(new URL('../../../ops/caddy/Caddyfile', import.meta.url));

const service = serviceNamed('rain');
const names = ['one', 'two', 'three'];

const Export = z.looseObject({ source: z.string() });

/** Reads without a pause until it is stopped, and remembers every answer that is not 200. */
class Reader {
  readonly failed: string[] = [];
  count = 0;
  readonly #url: string;
  readonly #reading: Promise<unknown>;
  #isStopped = false;

  constructor(url: string) {
    this.#url = url;
    this.#reading = Promise.all(Array.from({ length: 8 }, () => this.#read()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#reading;
  }

  async #read(): Promise<void> {
    while (!this.#isStopped) {
      const outcome = await fetch(`${this.#url}/api/services/${service.id}`).then(
        async (answer) => `${String(answer.status)} ${await answer.text().then(() => 'whole')}`,
        String,
      );
      this.count += 1;
      if (outcome !== '200 whole') this.failed.push(outcome);
    }
  }
}

describe.skipIf(pathOf('caddy') === undefined)('three servers behind Caddy', () => {
  let servers: Map<string, RunningServer>;
  let url: string;

  beforeEach(async () => {
    servers = new Map(await Promise.all(names.map(async (name) => [name, await started(name)] as const)));
    const caddy = await startHost(
      {
        program: 'caddy',
        isRequired: true,
        async configure({ port, folder }) {
          const config = join(folder, 'Caddyfile');
          await writeFile(config, `{\n\tadmin off\n}\nimport ${documented}\n`);
          const env = {
            ...process.env,
            HOME: folder,
            XDG_DATA_HOME: folder,
            XDG_CONFIG_HOME: folder,
            TOLLBOOK_ADDRESS: `http://127.0.0.1:${String(port)}`,
            TOLLBOOK_SERVERS: [...servers.values()].map((server) => new URL(server.url).host).join(' '),
          };
          return { args: ['run', '--config', config, '--adapter', 'caddyfile'], env };
        },
      },
      { root: '', folder: await temporaryFolder() },
    );
    onTestFinished(() => caddy.stop());
    url = caddy.url;
  });

  async function started(name: string): Promise<RunningServer> {
    const workplace = await aWorkplace();
    await writeCatalog(workplace.catalog, service);
    return aServer(workplace, { CATALOG_NAME: name, TRUSTED_PROXIES: '127.0.0.1', METRICS: '1' });
  }

  /** The name of the server that answers. */
  async function answering(): Promise<string> {
    return Export.parse(await (await fetch(`${url}/api/export`)).json()).source;
  }

  it('are one: a client stays with a server, and none that is taken away fails a read', async () => {
    const reader = new Reader(url);
    const order: string[] = [];

    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const [name, again] = [await answering(), await answering()];
      expect(again).toBe(name);
      order.push(name);
      await servers.get(name)?.stop(signal);
      const before = reader.count;
      await expect.poll(answering).not.toBe(name);
      await expect.poll(() => reader.count).toBeGreaterThan(before + 100);
    }

    order.push(await answering());
    await reader.stop();
    expect(reader.failed).toEqual([]);
    expect(order.sort()).toEqual([...names].sort());
  });

  it('are excused by Caddy in words when none is left', async () => {
    await Promise.all([...servers.values()].map((server) => server.stop('SIGKILL')));

    const answer = await fetch(`${url}/api/services`);
    expect([502, 503]).toContain(answer.status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ status: answer.status, code: 'unavailable' });
  });

  it('keep their figures to themselves, and give each request an id', async () => {
    const own = [...servers.values()].map((server) => server.url);
    for (const path of ['/metrics', '/metrics/']) {
      for (const direct of own) expect((await fetch(direct + path)).status, path).toBe(200);
      expect((await fetch(url + path)).status, path).toBe(404);
    }
    expect((await fetch(`${url}/api/services`)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });
});
