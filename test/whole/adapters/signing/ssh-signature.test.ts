import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSigningKey, type SigningKey } from '../../../../src/adapters/signing/ssh-key.ts';
import { allowedSigner, sshSignature, sshSigner } from '../../../../src/adapters/signing/ssh-signature.ts';
import { Workplace } from '../../../support/running-server.ts';

const run = promisify(execFile);

let workplace: Workplace;
let text: string;
let key: SigningKey;

const at = (name: string): string => join(workplace.folder, name);

async function makeKey(name: string, ...options: string[]): Promise<string> {
  await run('ssh-keygen', ['-q', '-f', at(name), ...options]);
  return readFile(at(name), 'utf8');
}

/** Whether OpenSSH itself accepts a signature. */
async function verifies(
  message: string,
  signature: string,
  { name = 'tollbook.example', namespace = 'tollbook' } = {},
): Promise<boolean> {
  await writeFile(at('message'), message);
  await writeFile(at('message.sig'), signature);
  await writeFile(at('signers'), allowedSigner(['tollbook', 'tollbook.example'], key));
  const command = `ssh-keygen -Y verify -f signers -I ${name} -n ${namespace} -s message.sig < message`;
  return run('sh', ['-c', command], { cwd: workplace.folder }).then(
    () => true,
    () => false,
  );
}

beforeAll(async () => {
  workplace = await Workplace.make();
  text = await makeKey('key', '-t', 'ed25519', '-N', '', '-C', 'a comment');
  key = readSigningKey(text);
});

afterAll(async () => {
  await workplace.remove();
});

describe('a signature', () => {
  it.each(['', 'a message', 'ü\n'.repeat(100_000)])(
    'is accepted by OpenSSH, by any name of its signer',
    async (message) => {
      const signature = sshSignature(message, key, 'tollbook');

      expect(await verifies(message, signature)).toBe(true);
      expect(await verifies(message, signature, { name: 'tollbook' })).toBe(true);
    },
  );

  it('holds for its message, its key and its signer alone', async () => {
    const signature = sshSignature('a message', key, 'tollbook');
    const other = readSigningKey(await makeKey('other', '-t', 'ed25519', '-N', ''));

    expect(await verifies('another message', signature)).toBe(false);
    expect(await verifies('a message', sshSignature('a message', other, 'tollbook'))).toBe(false);
    expect(await verifies('a message', signature, { name: 'somebody.example' })).toBe(false);
  });

  it('holds for what it was made for alone: a file of the catalog, or a commit', async () => {
    const { sign, signCommit } = sshSigner(key);

    expect(await verifies('a message', sign('a message'))).toBe(true);
    expect(await verifies('a message', signCommit('a message'), { namespace: 'git' })).toBe(true);
    expect(await verifies('a message', sign('a message'), { namespace: 'git' })).toBe(false);
    expect(await verifies('a message', signCommit('a message'))).toBe(false);
  });

  it('is not accepted for other uses of the key', async () => {
    await writeFile(at('file'), 'a message');
    await run('ssh-keygen', ['-q', '-Y', 'sign', '-n', 'file', '-f', at('key'), at('file')]);

    const made = await readFile(at('file.sig'), 'utf8');
    expect(await verifies('a message', made, { namespace: 'file' })).toBe(false);
  });
});

describe('a key to sign with', () => {
  const fault = (given: string): string => {
    try {
      readSigningKey(given);
    } catch (error) {
      return String(error);
    }
    return 'none';
  };

  it('may come with other line ends', () => {
    expect(readSigningKey(text.replaceAll('\n', '\r\n')).publicKey).toEqual(key.publicKey);
  });

  it('has no passphrase, and is of the type ed25519', async () => {
    expect(fault(await makeKey('locked', '-t', 'ed25519', '-N', 'secret'))).toContain('has a passphrase');
    expect(fault(await makeKey('ecdsa', '-t', 'ecdsa', '-N', ''))).toContain('ecdsa-sha2-nistp256');
  });

  it.each([
    ['', 'no private key'],
    ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI', 'no private key'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----', 'damaged'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\n'.repeat(10_000), 'no private key'],
  ])('is refused when it is something else', (given, message) => {
    expect(fault(given)).toContain(message);
  });

  it('is refused when a part is missing, and never repeated in the message', () => {
    const inner = text.split('\n').slice(1, -2).join('');
    for (let length = 0; length < inner.length; length += 8) {
      const cut = `-----BEGIN OPENSSH PRIVATE KEY-----\n${inner.slice(0, length)}\n-----END OPENSSH PRIVATE KEY-----\n`;
      const message = fault(cut);
      expect(message, `the first ${String(length)} characters`).toMatch(/damaged|no private key/);
      expect(message).not.toContain(inner.slice(0, 40));
    }
  });
});
