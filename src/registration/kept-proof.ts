import type { Proof } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';

/** The proof of a service after a change. It ends with what it rested on: a new host ends every proof, a new wallet or network one by wallet. */
export function keptProof(was: DeclaredService, is: DeclaredService): Proof | undefined {
  const { proof } = was;
  const [before, after] = [new URL(was.endpoint), new URL(is.endpoint)];
  const isMoved =
    before.hostname !== after.hostname || (proof?.method === 'http' && before.origin !== after.origin);
  const [paid, pays] = [was.x402Config, is.x402Config];
  const isPaidElsewhere = paid.paymentAddress !== pays.paymentAddress || paid.network !== pays.network;

  return isMoved || (proof?.method === 'wallet' && isPaidElsewhere) ? undefined : proof;
}
