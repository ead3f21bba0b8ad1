import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSigningKey } from '../../src/adapters/signing/ssh-key.ts';
import { sshSigner } from '../../src/adapters/signing/ssh-signature.ts';
import { runProcess } from './run-process.ts';

/** Makes a key as operators do, and returns the path of its file. */
export async function makeSigningKey(folder: string, name = 'signing-key'): Promise<string> {
  const path = join(folder, name);
  const { code, stderr } = await runProcess('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
  if (code !== 0) throw new Error(`ssh-keygen: ${stderr}`);
  return path;
}

/** What signs with the key in a file. */
export async function signerOf(path: string) {
  return sshSigner(readSigningKey(await readFile(path, 'utf8')));
}

/** What signs with a new key. */
export async function aSigner(folder: string, name?: string) {
  return signerOf(await makeSigningKey(folder, name));
}

/** Whether git accepts the signature of a commit, by a file in the form of allowed_signers. */
export async function isSigned(repository: string, commit: string, signers: string): Promise<boolean> {
  const settings = ['-c', 'gpg.format=ssh', '-c', `gpg.ssh.allowedSignersFile=${signers}`];
  const { code } = await runProcess('git', [...settings, 'verify-commit', commit], { cwd: repository });

  return code === 0;
}
