import type { NoteSigner } from '../transparency/signed-note.ts';
import { printable } from '../domain/plain-text.ts';
import { newSigningKey, readSigningKey, SigningKeyFault } from '../adapters/signing/ssh-key.ts';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { LogFollower } from './log-follower.ts';
import type { Notice, Surroundings } from './surroundings.ts';
import { Witness } from './witness.ts';
import { WitnessServer } from './witness-server.ts';
import { readOwnText, writeOwnText } from './own-folder.ts';
import { MirrorFault } from './mirror-fault.ts';

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

/** Opens the witness, and prints how servers name it in `LOG_WITNESSES`. @throws {MirrorFault} */
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

const fileName = 'witness.key';
const ownerOnly = 0o600;

/**
 * The key of a witness: the private key of OpenSSH that was given, or the one in the folder of the mirror, which is made at the first use.
 * @throws {MirrorFault}
 */
export async function witnessSigner(folder: string, given: string | undefined): Promise<NoteSigner> {
  try {
    const key = readSigningKey(given ?? (await keyIn(folder)));
    // A name that belongs to the key alone, whatever the machine is called.
    const id = createHash('sha256').update(key.publicKey).digest('hex').slice(0, 16);

    return { name: `tollbook-witness/${id}`, ...key };
  } catch (error) {
    if (!(error instanceof SigningKeyFault)) throw error;
    const what = given === undefined ? printable(join(folder, fileName)) : 'the file of --witness-key';
    throw new MirrorFault('usage', `${what} cannot be used: ${error.message}`, { cause: error });
  }
}

async function keyIn(folder: string): Promise<string> {
  const path = join(folder, fileName);
  const known = await readOwnText(path);
  if (known !== undefined) return known;

  const made = newSigningKey('tollbook witness');
  await writeOwnText(path, made, ownerOnly);
  return made;
}
