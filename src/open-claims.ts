import { ProofFiles } from './adapters/proof/proof-files.ts';
import { ProofRecords } from './adapters/proof/proof-records.ts';
import type { PoliteProbe } from './adapters/probe/polite-probe.ts';
import type { ProofPlaces } from './live/ports.ts';

/** Where hosts name their owners. Each is asked when it is its turn with the prober. */
export function openProofPlaces(prober: PoliteProbe): ProofPlaces {
  return { http: new ProofFiles(prober), dns: new ProofRecords({ turns: prober }) };
}
