import { provenLeaves } from '../../live/proven-leaves.ts';
import { bodyOf } from '../../views/body.ts';
import { ProofFile, type Proven, proofFile } from '../../views/proof-file.ts';
import { makeAnswer, send } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { serviceAnswers } from '../describe.ts';
import { forService } from '../for-service.ts';
import { IdParameter } from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

const proofDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/proof',
  operationId: 'getServiceProof',
  tag: 'Observations',
  summary: 'Get the proof file of a service',
  description:
    'Returns, in at most 8 kB, the service, the live terms that a buyer may sign until a time (`pin`), what buyers say of it, and its newest entry in the log of who is paid, proven up to a signed checkpoint. `npx tollbook verify --offline` checks such a file without a network.',
  requestParams: { path: IdParameter },
  responses: serviceAnswers(ProofFile, 'The proof file.'),
};

export const proofDefinitions = [proofDefinition];

/** When to try again while the log has a fault. */
const retryAfterSeconds = 60;

const withoutLog: Proven = { leaves: [], checkpoint: null };

/** The proof files of services. */
export function proofRoutes(dependencies: RouteDependencies): Route[] {
  const { history, transparency, refuse } = dependencies;

  /** Undefined while nothing can be proven. */
  async function proven(id: string): Promise<Proven | undefined> {
    if (!transparency) return withoutLog;

    const checkpoint = await transparency.checkpoints.newest();
    const leaves = checkpoint && (await provenLeaves(id, checkpoint, transparency.log));
    return leaves && checkpoint ? { leaves, checkpoint } : undefined;
  }

  const handle = forService(dependencies, async (c, entry, { version }) => {
    const { id } = entry.declared;
    // The service may get an entry while a checkpoint without it is being signed.
    const proof = (await proven(id)) ?? (await proven(id));
    if (!proof) return refuse(c, { code: 'unavailable', retryAfterSeconds });

    const view = proofFile(entry, await history.observed(entry), proof);
    return send(c, makeAnswer(bodyOf(view)), version);
  });
  return [{ definition: proofDefinition, counted: true, handle }];
}
