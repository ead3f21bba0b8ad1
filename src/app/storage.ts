import type { Logger } from 'pino';
import { DistFolder } from '../build/dist-folder.ts';
import type { Config } from '../config/config.ts';
import { RequestLimits } from '../http/request-limits.ts';
import { stateFault } from '../live/health.ts';
import { type Leases, OwnLeases } from '../live/leases.ts';
import { SharedLeases } from '../live/shared-leases.ts';
import { loggingPing, openState, type State } from '../open/state.ts';
import type { Base } from './part.ts';

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** Everything beside the catalog: the state, with what servers share through it, and the builds. */
export async function openStorage(_parts: object, { config, log }: Base) {
  const state = await openState(config);
  const serverId = crypto.randomUUID();
  const duties = openLeases(state, config, serverId, log);
  const limits = new RequestLimits({ counts: state.requestCounts, log });
  limits.start();
  const dist = new DistFolder(config.distDir);
  const pingState = loggingPing(state, log);

  const { clock } = state;
  return {
    ...{ state, serverId, clock, duties, limits, dist, built: await dist.current() },
    start: () => {
      state.checkpointInThread();
    },
    stops: [() => state.close(), () => duties.leases.stop(), () => limits.stop()],
    health: async () => ({ state: await stateFault(pingState) }),
  };
}

/** The leases of this server, which `holder` names. Where nobody shares its state, it does every duty. */
function openLeases(
  { leases }: State,
  { leaseMs }: Pick<Config, 'leaseMs'>,
  holder: string,
  log: Logger,
): { readonly leases: Leases; readonly start: () => void } {
  if (!leases) return { leases: new OwnLeases(log), start: () => undefined };

  const shared = new SharedLeases({ store: leases, holder, leaseMs, log });
  return {
    leases: shared,
    start: () => {
      shared.start();
    },
  };
}
