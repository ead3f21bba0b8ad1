import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AllowedSignersFault,
  fitsPatterns,
  readAllowedSigners,
} from '../../../../src/adapters/signing/allowed-signers.ts';
import { readSigningKey } from '../../../../src/adapters/signing/ssh-key.ts';
import { sshSignature } from '../../../../src/adapters/signing/ssh-signature.ts';
import { verifySshSignature } from '../../../../src/adapters/signing/verify-ssh-signature.ts';
import { Workplace } from '../../../support/running-server.ts';

const run = promisify(execFile);
const now = new Date('2026-06-01T12:00:00Z');

let workplace: Workplace;
/** The line of a public key: its type, its base64 and a comment. */
let publicKey: string;
let other: string;

const at = (name: string): string => join(workplace.folder, name);

async function makeKey(name: string, type = 'ed25519'): Promise<string> {
  await run('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', 'a comment', '-f', at(name)]);
  return (await readFile(at(`${name}.pub`), 'utf8')).trim();
}

/** A signature by OpenSSH itself. */
async function signed(
  message: string | Buffer,
  { key = 'key', namespace = 'tollbook', hash = 'sha512' } = {},
): Promise<string> {
  await writeFile(at('message'), message);
  await run(
    'sh',
    ['-c', `ssh-keygen -q -Y sign -f ${key} -n ${namespace} -O hashalg=${hash} < message > message.sig`],
    {
      cwd: workplace.folder,
    },
  );
  return readFile(at('message.sig'), 'utf8');
}

/** What the signature says with these signers: the names of the one who made it, or the fault. */
function verdict(message: string | Buffer, signature: string, signers = `site.example ${publicKey}`): string {
  const read = verifySshSignature(message, signature, { signers: readAllowedSigners(signers), now });
  return 'fault' in read ? read.fault : read.signer.names;
}

beforeAll(async () => {
  workplace = await Workplace.make();
  publicKey = await makeKey('key');
  other = await makeKey('other');
});

afterAll(async () => {
  await workplace.remove();
});

describe('a signature by OpenSSH', () => {
  it.each([Buffer.alloc(0), Buffer.from('a message\n'), randomBytes(100_000)])(
    'holds for its message',
    async (message) => {
      for (const hash of ['sha256', 'sha512']) {
        expect(verdict(message, await signed(message, { hash }))).toBe('site.example');
      }
    },
  );

  it('holds for no other message, signer or use', async () => {
    const signature = await signed('a message');

    expect(verdict('another message', signature)).toBe('message_differs');
    expect(verdict('a message', signature, `site.example ${other}`)).toBe('signer_unknown');
    expect(verdict('a message', signature, '')).toBe('signer_unknown');
    expect(verdict('a message', await signed('a message', { namespace: 'git' }))).toBe(
      'signature_for_other_use',
    );
    await makeKey('ecdsa', 'ecdsa');
    expect(verdict('a message', await signed('a message', { key: 'ecdsa' }))).toBe('signature_malformed');
  });

  it('is refused when any byte of it is another, missing or added', async () => {
    const signature = await signed('a message');
    const [first = '', ...rest] = signature.trim().split('\n');
    const [last = ''] = rest.splice(-1);
    const blob = Buffer.from(rest.join(''), 'base64');
    const armoured = (bytes: Buffer): string => `${first}\n${bytes.toString('base64')}\n${last}\n`;
    expect(verdict('a message', armoured(blob))).toBe('site.example');

    for (let place = 0; place < blob.length; place += 1) {
      for (const flip of [1, 0x80]) {
        const flipped = Buffer.from(blob);
        flipped.writeUInt8(flipped.readUInt8(place) ^ flip, place);
        expect(verdict('a message', armoured(flipped)), `byte ${String(place)}`).toMatch(
          /^(signature|signer|message)_/,
        );
      }
      expect(verdict('a message', armoured(blob.subarray(0, place)))).toBe('signature_malformed');
    }
    expect(verdict('a message', armoured(Buffer.concat([blob, Buffer.from([0])])))).toBe(
      'signature_malformed',
    );
    expect(verdict('a message', signature.slice(0, -30))).toBe('signature_malformed');
    expect(verdict('a message', signature.replace('\n', '\n!'))).toBe('signature_malformed');
    expect(verdict('a message', '')).toBe('signature_malformed');
    expect(verdict('a message', signature.repeat(100))).toBe('signature_malformed');
  });

  it('is the same for OpenSSH and for this project', async () => {
    const key = readSigningKey(await readFile(at('key'), 'utf8'));

    expect(verdict('a message', sshSignature('a message', key, 'tollbook'))).toBe('site.example');
    expect((await signed('a message')).trim()).toBe(sshSignature('a message', key, 'tollbook').trim());
  });
});

describe('the allowed signers', () => {
  it.each([
    ['# a comment\n\n  \r\n', 'signer_unknown'],
    ['a,b KEY', 'a,b'],
    ['OTHER_LINE\nsite KEY', 'site'],
    ['site namespaces="tollbook" KEY', 'site'],
    ['site namespaces="git,toll*" KEY', 'site'],
    ['site namespaces="file,git" KEY', 'signer_unknown'],
    ['site namespaces="*,!tollbook" KEY', 'signer_unknown'],
    ['site valid-after="20260601Z" KEY', 'site'],
    ['site valid-after="20260602Z" KEY', 'signer_not_valid'],
    ['site valid-after="202606011159Z",valid-before="20260601120001Z" KEY', 'site'],
    ['site valid-before="20260601115959Z" KEY', 'signer_not_valid'],
    ['site valid-before="2020010100" KEY\nsite KEY', 'fault: line 1'],
    ['old valid-before="20200101" KEY\nnew KEY', 'new'],
    ['site NAMESPACES="tollbook" KEY a comment with "quotes', 'site'],
  ])('%j: %s', async (lines, expected) => {
    const signature = await signed('a message');
    const text = lines.replaceAll('KEY', publicKey).replaceAll('OTHER_LINE', `other ${other}`);

    const found = ((): string => {
      try {
        return verdict('a message', signature, text);
      } catch (error) {
        return error instanceof AllowedSignersFault ? `fault: ${error.message}` : String(error);
      }
    })();
    expect(found.startsWith(expected), found).toBe(true);
  });

  it.each([
    ['site', 'is not of the form'],
    ['site ssh-ed25519', 'is not of the form'],
    ['site ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI', 'the key is damaged'],
    ['site ssh-ed25519 !', 'the key is damaged'],
    ['*.example cert-authority KEY', 'certificate authorities are not supported'],
    ['site verify-required KEY', 'the option "verify-required" is unknown'],
    ['site namespaces="a",namespaces="b" KEY', 'is unknown, empty or repeated'],
    ['site valid-after="20260231Z" KEY', '"20260231Z" is no time'],
    ['site valid-after="tomorrow" KEY', '"tomorrow" is no time'],
  ])('%j is refused with its line, the fault and the cure', (line, fault) => {
    expect(() => readAllowedSigners(`# first\n${line.replaceAll('KEY', publicKey)}\n`)).toThrow(
      new RegExp(`^line 2: .*${fault}`),
    );
  });

  it('may have keys of other types, which sign nothing here', async () => {
    await makeKey('rsa', 'rsa');
    const rsa = await readFile(at('rsa.pub'), 'utf8');

    expect(readAllowedSigners(`site ${rsa}`)).toEqual([]);
  });

  it('are refused when they are too long', () => {
    expect(() => readAllowedSigners('#'.repeat(1_000_001))).toThrow('the file is too long');
  });
});

it.each([
  ['tollbook', 'tollbook', true],
  ['tollbook', 'toll?ook', true],
  ['tollbook', 'toll', false],
  ['tollbook', 't.llbook', false],
  ['tollbook', '', false],
  ['tollbook', '!git', false],
  ['tollbook', 'git,*', true],
])('%s among the patterns "%s": %s', (text, list, fits) => {
  expect(fitsPatterns(text, list)).toBe(fits);
});
