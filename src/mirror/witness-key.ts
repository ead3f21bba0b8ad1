import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { newSigningKey, readSigningKey, SigningKeyFault } from '../adapters/signing/ssh-key.ts';
import { printable } from '../domain/plain-text.ts';
import type { NoteSigner } from '../transparency/signed-note.ts';
import { MirrorFault } from './mirror-fault.ts';
import { readOwnText, writeOwnText } from './own-folder.ts';

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
