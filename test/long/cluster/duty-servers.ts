import { expect, onTestFinished } from 'vitest';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { serviceNamed } from '../../support/catalog-on-disk.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { SharedHome } from '../../support/shared-home.ts';

/** Servers that share a database and a remote, each with folders of its own. */
export class Servers {
  readonly #settings: NodeJS.ProcessEnv;
  /** Where keys are made, which needs no server. */
  readonly #office: Workplace;
  readonly key: string;

  private constructor(settings: NodeJS.ProcessEnv, office: Workplace, key: string) {
    this.#settings = settings;
    this.#office = office;
    this.key = key;
  }

  static async make(settings: NodeJS.ProcessEnv = {}): Promise<Servers> {
    const service = serviceNamed('alpha');
    const path = `catalog/${serviceFilePath(service.id)}`;
    const home = await SharedHome.open([{ path, content: printServiceFile(service) }]);
    onTestFinished(() => home.close());
    const shared = {
      ...home.settings,
      CATALOG_POLL_INTERVAL: '1h',
      ALLOW_INSECURE_ENDPOINTS: '1',
      PROBE_ALLOW_PRIVATE: '1',
      METRICS: '1',
      ...settings,
    };
    const workplace = await Workplace.make();
    onTestFinished(() => workplace.remove());
    return new Servers(shared, workplace, await workplace.key('tests', shared));
  }

  get databaseUrl(): string {
    return this.#settings['DATABASE_URL'] ?? '';
  }

  /** A key of another owner, which all servers know. */
  keyOf(owner: string): Promise<string> {
    return this.#office.key(owner, this.#settings);
  }

  async start(settings: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
    const workplace = await Workplace.make();
    onTestFinished(() => workplace.remove());
    const server = await startServer({ ...workplace.environment, ...this.#settings, ...settings });
    onTestFinished(async () => {
      // A process that is stopped ends, too.
      await server.stop('SIGKILL').catch(() => undefined);
    });
    return server;
  }
}

/** Values of a metric by their labels. */
async function metric({ url }: RunningServer, name: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));

  return new Map(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

/** The checks that a server recorded. */
export async function recordedChecks(server: RunningServer): Promise<number> {
  return [...(await metric(server, 'tollbook_checks_total')).values()].reduce((sum, count) => sum + count, 0);
}

async function holds(server: RunningServer, duty: string): Promise<boolean> {
  return (await metric(server, 'tollbook_duty_held')).get(`{duty="${duty}"}`) === 1;
}

/** Waits for the one of these servers that does a duty. */
export async function holderOf(duty: string, servers: readonly RunningServer[]): Promise<RunningServer> {
  const held = async () => Promise.all(servers.map((server) => holds(server, duty)));
  await expect.poll(async () => (await held()).filter((isHeld) => isHeld).length).toBe(1);
  const holder = servers[(await held()).indexOf(true)];
  if (!holder) throw new Error('the duty has just moved');
  return holder;
}
