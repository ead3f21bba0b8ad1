import type { GitHubAccess } from '../adapters/github/github-api.ts';
import { ProofFiles } from '../adapters/proof/proof-files.ts';
import { ProofRecords } from '../adapters/proof/proof-records.ts';
import { ProofRepositories } from '../adapters/proof/proof-repositories.ts';
import type { PoliteProbe } from '../adapters/probe/polite-probe.ts';
import type { ProofPlaces } from '../live/ports.ts';

/** Where hosts name their owners. Each is asked when it is its turn with the prober. */
export function openProofPlaces(prober: PoliteProbe, github: GitHubAccess): ProofPlaces {
  return {
    http: new ProofFiles(prober),
    dns: new ProofRecords({ turns: prober }),
    repository: new ProofRepositories(github, prober),
  };
}
