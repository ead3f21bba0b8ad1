import { ConfigError } from '../config/config-error.ts';
import { readConfig } from '../config/config.ts';
import { faultOf } from '../domain/system-fault.ts';
import { printable } from '../domain/plain-text.ts';
import { DeferredStartup } from '../live/deferred-startup.ts';
import { Lifecycle } from './lifecycle.ts';
import { openLog } from './log.ts';
import { openMetrics } from './metrics.ts';
import { order } from './order.ts';
import { openInOrder } from './part.ts';

/** Serves the catalog that the environment describes. Resolves once it is served; ends the process when it cannot be. */
export async function main(): Promise<void> {
  try {
    await start();
  } catch (error) {
    // Git, for one, gives its reasons in several lines.
    const reason = faultOf(error).replaceAll(/\s+/g, ' ').trim();
    process.stderr.write(`${printable(`tollbook cannot start: ${reason}`, 2_000)}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = await openLog(config);
  const life = new Lifecycle(log);
  life.watch();

  try {
    const metrics = await openMetrics(config);
    const base = { config, log, life, metrics, startWork: new DeferredStartup(life.stopping) };
    await openInOrder(order, { ...base, build: process.argv.includes('--build') });
  } catch (error) {
    // A failure while the process is stopping is a consequence of that.
    if (!life.isStopping) throw error;
  }
}
