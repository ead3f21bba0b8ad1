import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSigningKey } from '../../../src/adapters/signing/ssh-key.ts';
import { witnessSigner } from '../../../src/mirror/open-witness.ts';
import {
  cosign,
  countCosignatures,
  printWitness,
  readWitness,
} from '../../../src/transparency/cosignature.ts';
import { runProcess } from '../../support/run-process.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'witness.key');
});

describe('the key of a witness', () => {
  it('is made once, for its owner alone, as OpenSSH writes it', async () => {
    const signer = await witnessSigner(folder, undefined);
    const { stdout } = await runProcess('ssh-keygen', ['-y', '-f', path]);
    const [, blob = '', comment] = stdout.trim().split(/ (.*?) (.*)/);

    expect(Buffer.from(blob, 'base64').subarray(-32)).toEqual(signer.publicKey);
    expect(comment).toBe('tollbook witness');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(printWitness(await witnessSigner(folder, undefined))).toBe(printWitness(signer));
  });

  it('cosigns what its printed form verifies', async () => {
    const signer = await witnessSigner(folder, undefined);
    const now = new Date();
    const text = 'a.example/log\n0\nAAAA\n';
    const verifier = readWitness(printWitness(signer));

    expect(signer.name).toMatch(/^tollbook-witness\/[\da-f]{16}$/);
    expect(
      countCosignatures(`${text}\n${cosign(text, signer, now).line}`, verifier ? [verifier] : [], now),
    ).toBe(1);
  });

  it('may be given, and is not copied then', async () => {
    const given = await readFile(await makeSigningKey(folder), 'utf8');

    expect((await witnessSigner(folder, given)).publicKey).toEqual(readSigningKey(given).publicKey);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('is refused when it is none, without repeating it', async () => {
    await writeFile(path, 'secret');

    await expect(witnessSigner(folder, undefined)).rejects.toThrow(
      /witness\.key cannot be used: (?!.*secret)/,
    );
    await expect(witnessSigner(folder, 'secret')).rejects.toThrow(
      /^the file of --witness-key cannot be used: (?!.*secret)/,
    );
  });
});
