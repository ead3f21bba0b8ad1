import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDescriptors } from '../../support/descriptors.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import type { Known } from './requests.ts';
import { until } from '../../support/until.ts';
import { type Meter, meterName } from './stall-meter.ts';

const meter = fileURLToPath(new URL('stall-meter.ts', import.meta.url));

/** A server with a small catalog, whose event loop, file descriptors and memory are monitored. */
export class WatchedServer {
  readonly server: RunningServer;
  readonly port: number;
  readonly known: Known;
  readonly #workplace: Workplace;

  private constructor(workplace: Workplace, server: RunningServer, known: Known) {
    this.server = server;
    this.port = Number(new URL(server.url).port);
    this.known = known;
    this.#workplace = workplace;
  }

  static async start(): Promise<WatchedServer> {
    const workplace = await Workplace.make();
    const services = Array.from({ length: 30 }, (_, i) => serviceNamed(`service-${String(i)}`));
    await writeCatalog(workplace.catalog, ...services);
    await workplace.build();
    const token = await workplace.key();
    const server = await startServer({
      ...workplace.environment,
      METER_FOLDER: workplace.folder,
      NODE_OPTIONS: `--import ${meter}`,
    });

    const files = [
      '/robots.txt',
      '/favicon.svg',
      '/index.html',
      '/sitemap.xml',
      '/search-index.json',
      '/og.png',
    ];
    const known = { ids: services.map(({ id }) => id), files, token };
    return new WatchedServer(workplace, server, known);
  }

  /** Resets the measurements. */
  async resetMeter(): Promise<void> {
    const { resets } = await this.meter();
    process.kill(this.server.pid, 'SIGUSR2');
    await until('a new measurement', async () => (await this.meter()).resets > resets);
  }

  /** What it has measured until now. */
  async meter(): Promise<Meter> {
    const file = join(this.#workplace.folder, meterName(this.server.pid));
    const now = Date.now();
    let meter: Meter | undefined;
    await until('a measurement', async () => {
      meter = JSON.parse(await readFile(file, 'utf8').catch(() => '{"at":0}')) as Meter;
      return meter.at > now;
    });
    if (!meter) throw new Error('nothing was measured');
    return meter;
  }

  descriptors(): number {
    return openDescriptors(this.server.pid);
  }

  /** Log lines that report unexpected errors. */
  surprises(): string[] {
    return this.server
      .output()
      .split('\n')
      .filter((line) => /"level":(?:50|60)/.test(line) || (line !== '' && !line.startsWith('{')));
  }

  async stop(): Promise<void> {
    await this.server.stop('SIGKILL', true);
    await this.#workplace.remove();
  }
}
