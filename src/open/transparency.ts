import { postToWitness } from '../adapters/witness/post-to-witness.ts';
import type { Config } from '../config/config.ts';
import { Checkpoints } from '../live/checkpoints.ts';
import type { Log, SignedCheckpoints } from '../live/ports.ts';
import { type LogSources, TransparencyLog } from '../live/transparency-log.ts';
import { Witnesses } from '../live/witnesses.ts';

interface Parts {
  readonly sources: LogSources;
  readonly signed: SignedCheckpoints;
  /** Whether the catalog is a clone, which may lack what others committed. */
  readonly isClone: boolean;
  readonly log: Log;
}

/** The log of who is paid, and what signs it; undefined where the catalog does not sign. */
export async function openTransparency(
  { signingKey, siteUrl, logWitnesses }: Pick<Config, 'signingKey' | 'siteUrl' | 'logWitnesses'>,
  { sources, signed, isClone, log }: Parts,
) {
  if (!signingKey) return undefined;

  const signer = { name: `${new URL(siteUrl).host}/log`, ...signingKey };
  // Before the entries, since what was signed is committed already.
  const last = await signed.last(signer.name);
  const transparency = await TransparencyLog.open(sources);
  const witnesses =
    logWitnesses.length === 0
      ? undefined
      : new Witnesses(logWitnesses, { post: postToWitness, clock: () => new Date(), log });
  return {
    log: transparency,
    witnesses,
    checkpoints: new Checkpoints(last, { transparency, signer, signed, log, witnesses }, isClone),
  };
}
