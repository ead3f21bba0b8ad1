import type { Act } from './act.ts';
import { claim, endProof } from './claim.ts';
import type { Decision, Rules } from './decision.ts';
import type { Listings } from './listings.ts';
import { register, registerAll } from './register.ts';
import { bury, remove, restore } from './remove.ts';
import { accept, offer } from './transfer.ts';
import { update } from './update.ts';

/** Decides an act, for both the API and the command line. */
export function decide(act: Act, catalog: Listings, rules: Rules): Decision {
  switch (act.kind) {
    case 'register':
      return register(act, catalog, rules);
    case 'batch':
      return registerAll(act, catalog, rules);
    case 'update':
      return update(act, catalog, rules);
    case 'remove':
      return remove(act, catalog, rules);
    case 'restore':
      return restore(act, catalog, rules);
    case 'offer':
      return offer(act, catalog, rules);
    case 'accept':
      return accept(act, catalog, rules);
    case 'claim':
      return claim(act, catalog, rules);
    case 'end_proof':
      return endProof(act, catalog, rules);
    case 'bury':
      return bury(act, catalog);
  }
}
