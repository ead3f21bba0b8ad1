import { ClaimLimits } from '../http/claim-limits.ts';
import { Claims } from '../live/claims.ts';
import { serviceHistory } from '../open/payments.ts';
import { openProber } from '../open/prober.ts';
import { openProofPlaces } from '../open/proof-places.ts';
import type { Catalog } from './catalog.ts';
import { checkDuty, proofDuty } from './duties.ts';
import type { Base } from './part.ts';
import type { Storage } from './storage.ts';
import type { Writing } from './writing.ts';

interface Needs {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly writing: Writing;
}

export type Checking = ReturnType<typeof openChecking>;

/** Everything that asks hosts: probes services, and finds the proofs of owners, for claims now, and every day again. */
export function openChecking({ storage, catalog, writing }: Needs, { config, metrics, startWork }: Base) {
  const { state, clock, limits, duties } = storage;
  const { store, missed } = catalog;
  const { committer } = writing;
  const { siteUrl, endpointPolicy: policy } = config;
  const base = { config, state, store, clock, metrics };
  const prober = openProber(config);
  const checks = checkDuty(base, prober, missed, startWork);
  const places = openProofPlaces(prober, config.githubAccess);
  const proofs = proofDuty(base, places, committer);

  const claims = new Claims({
    ...{ store, prober, places, policy, clock },
    submit: (act) => committer.submit(act),
    catalogHost: new URL(siteUrl).host,
    limits: new ClaimLimits(limits.limiter),
  });
  return {
    ...{ prober, checks, claims, history: serviceHistory(config, state, clock) },
    start: () => {
      duties.leases.add(checks);
      if (config.probeIntervalMs > 0) duties.leases.add(proofs);
    },
  };
}
