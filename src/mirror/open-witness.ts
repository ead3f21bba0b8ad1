import type { LogFollower } from './log-follower.ts';
import type { Notice, Surroundings } from './surroundings.ts';
import { Witness } from './witness.ts';
import { witnessSigner } from './witness-key.ts';
import { WitnessServer } from './witness-server.ts';

/** A mirror as a witness of the log that it follows. */
export interface WitnessOptions {
  /** 0: any free one. */
  readonly port: number;
  /** `127.0.0.1` by default: for other machines, put a proxy with TLS before it, or name another address. */
  readonly host?: string | undefined;
  /** The text of an Ed25519 private key of OpenSSH without a passphrase; without it, the folder of the mirror gets one. */
  readonly key?: string | undefined;
}

/** A witness that takes requests. */
export interface OpenWitness extends Pick<Witness, 'compare'> {
  close(): void;
}

interface Parts {
  readonly folder: string;
  readonly log: Pick<LogFollower, 'key' | 'rootAt' | 'state'>;
  readonly surroundings: Surroundings;
  readonly notice: (notice: Notice) => void;
}

/** Opens the witness, and tells how servers name it in `LOG_WITNESSES`. @throws {MirrorFault} */
export async function openWitness(
  { port, host = '127.0.0.1', key }: WitnessOptions,
  { folder, log, surroundings, notice }: Parts,
): Promise<OpenWitness> {
  const signer = await witnessSigner(folder, key);
  const { now } = surroundings;
  const witness = await Witness.open({ folder, signer, key: await log.key(), log, now, notice });
  const server = await WitnessServer.listen(witness, { port, host }, notice);

  notice({ level: 'info', text: `LOG_WITNESSES="${witness.key} ${server.url}"` });
  return { compare: () => witness.compare(), close: () => server.close() };
}
