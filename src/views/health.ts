import { z } from 'zod';

/** What the server serves, and a fault for each of its parts that is unhealthy. */
export const Health = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  catalog: z.strictObject({
    services: z.int(),
    commit: z.string(),
    loadedAt: z.iso.datetime(),
    comparedAt: z.iso.datetime().nullable().meta({
      description:
        'When all files were last compared with what is listed, as happens every `CATALOG_CHECK_INTERVAL`; null before the first time.',
    }),
    builtAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the build that the pages are from; null when there is none.' }),
  }),
  checks: z.record(z.string(), z.string()).meta({ description: '`ok`, or what is wrong.' }),
  uptimeSeconds: z.int(),
});
export type Health = z.infer<typeof Health>;

interface HealthFacts {
  readonly version: string;
  readonly catalog: Health['catalog'];
  /** The fault of each part; undefined for a healthy one. */
  readonly faults: Readonly<Record<string, string | undefined>>;
  /** How long the server has been up, in milliseconds. */
  readonly upMs: number;
}

export function healthView({ version, catalog, faults, upMs }: HealthFacts): Health {
  const isWell = Object.values(faults).every((fault) => fault === undefined);

  return {
    status: isWell ? 'ok' : 'degraded',
    version,
    catalog,
    checks: Object.fromEntries(Object.entries(faults).map(([part, fault]) => [part, fault ?? 'ok'])),
    uptimeSeconds: Math.floor(upMs / 1000),
  };
}
