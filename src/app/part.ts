import type { Logger } from 'pino';
import type { PrometheusMetrics } from '../adapters/prometheus.ts';
import type { Config } from '../config/config.ts';
import type { Check } from '../live/health.ts';
import type { DeferredStartup } from '../live/deferred-startup.ts';
import type { CleanUp, Lifecycle } from './lifecycle.ts';

export interface Base {
  readonly config: Config;
  readonly log: Logger;
  /** Undefined where monitoring is turned off. */
  readonly metrics: PrometheusMetrics | undefined;
  readonly life: Lifecycle;
  readonly startWork: DeferredStartup;
  /** Whether to build what is missing or outdated. */
  readonly build: boolean;
}

export interface Part {
  /** Begins its work, once the server listens. */
  readonly start?: () => void;
  /** Stop it: run from the last to the first, after those of all parts that were opened later. */
  readonly stops?: readonly CleanUp[];
  readonly health?: Check;
}

export interface Step<Given = Base> {
  readonly name: string;
  readonly needs: readonly string[];
  /** Takes exactly the parts that it needs. */
  readonly open: (parts: never, base: Given) => Promise<Part> | Part;
}

/** Opens parts in their order, then starts them in the same order. @throws {DOMException} when the process is stopping */
export async function openInOrder<
  Given extends { readonly life: Pick<Lifecycle, 'onStop' | 'throwIfStopping'> },
>(steps: readonly Step<Given>[], base: Given): Promise<void> {
  const { life } = base;
  const parts = new Map<string, Part>();
  for (const { name, needs, open } of steps) {
    const needed = Object.fromEntries(needs.map((need) => [need, parts.get(need)]));
    const part = await open(needed as never, base);
    parts.set(name, part);
    for (const stop of part.stops ?? []) life.onStop(stop);
  }

  life.throwIfStopping();
  for (const part of parts.values()) part.start?.();
}
