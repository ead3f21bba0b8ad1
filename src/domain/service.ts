import { z } from 'zod/mini';
import { declaredFields, perPolicy } from './declaration.ts';
import { type Facts, noFacts, type Payments } from './facts.ts';
import { chainName } from './network.ts';
import { ServiceId } from './service-id.ts';
import type { Status } from './status.ts';

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z
  .string()
  .check(
    z.refine(isTimestamp, { error: 'time_invalid' }),
    z.meta({ description: 'ISO 8601, UTC.', format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] }),
  );

/** A service as its owner declares it, which is the content of its file in git. */
export const declaredService = perPolicy((policy) =>
  z.strictObject({
    id: ServiceId,
    ...declaredFields(policy),
    probing: z.optional(
      z
        .literal(false, { error: 'probing_invalid' })
        .check(z.meta({ description: 'Only `false`: the service is not checked, and stays unverified.' })),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
export type DeclaredService = Readonly<z.infer<ReturnType<typeof declaredService>>>;

/** What has been seen of a service, never what its owner says. It follows from its facts alone, so the same facts give the same values at any time. */
export interface Observed {
  readonly status: Status;
  /** 0 to 100. */
  readonly trustScore: number;
  /** Percentage over the last 30 days. */
  readonly uptimeScore: number;
  readonly lastChecked: string | null;
  readonly txCount: number;
  /** In units of the declared currency. */
  readonly totalRevenue: number;
  /** Whose payments these are; null while nobody counts them. */
  readonly attribution: Payments['attribution'];
  /** Further chains that the live 402 accepts payment on. */
  readonly chains: readonly string[];
  /** What all of this was made from. */
  readonly facts: Facts;
}

export const unobserved: Observed = {
  status: 'unverified',
  trustScore: 0,
  uptimeScore: 0,
  lastChecked: null,
  txCount: 0,
  totalRevenue: 0,
  attribution: null,
  chains: [],
  facts: noFacts,
};

/** The declared network first, then the observed chains. */
export function supportedChains(declared: DeclaredService, observed: Observed): string[] {
  const own = chainName(declared.x402Config.network);

  return observed.chains.length === 0 ? [own] : [...new Set([own, ...observed.chains])];
}

function isTimestamp(text: string): boolean {
  const time = new Date(text);

  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
