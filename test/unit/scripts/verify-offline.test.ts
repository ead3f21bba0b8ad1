import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tollbookCommand } from '../../../scripts/tollbook/tollbook-command.ts';
import { cosign, printWitness } from '../../../src/transparency/cosignature.ts';
import { printVerifier, readNote } from '../../../src/transparency/signed-note.ts';
import { bodyOf } from '../../../src/views/body.ts';
import { aPinnedEntry, seenOf } from '../../fixtures/pinned.ts';
import { aProof } from '../../fixtures/proven.ts';
import { callCommand } from '../../support/call-command.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const entry = aPinnedEntry();
const signer = noteSigner();
const vkey = printVerifier(signer);
const at = new Date();
const file = aProof(entry, signer, seenOf(entry, { at }));
const witness = noteSigner('witness.example/1');
const { FORCE_COLOR: _, ...env } = process.env;

/** Checks a file that standard input holds. */
const verify = (given: unknown, ...args: readonly string[]) => {
  const input = typeof given === 'string' ? given : bodyOf(given);
  return callCommand(tollbookCommand, ['verify', '--offline', '-', ...args], { env, input });
};

describe('tollbook verify --offline', () => {
  it('says of each part that it holds, and what to pay at most', async () => {
    const { code, stdout, stderr } = await verify(file, '--vkey', vkey);

    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${entry.declared.id}: holds`);
    expect(stdout).toContain('Pay at most 10000 atomic units');
    expect(stdout.match(/^ {2}\S+ +\w+$/gm)).toEqual([
      ...['  ok terms', '  ok inclusion', '  ok signature', '  ?  cosignatures'],
      ...['  ok pin', '  ok amount', '  ok validity'],
    ]);
  });

  it('says that nobody looked at the signature without a key', async () => {
    const { code, stdout } = await verify(file);

    expect(code).toBe(0);
    expect(stdout).toMatch(/\? {2}signature\n +Nobody knows who signed the checkpoint; pass --vkey/);
  });

  it.each([
    [
      'a changed price',
      { ...file, entry: { ...file.entry, pricing: { currency: 'USDC', pricePerRequest: '9' } } },
      'no terms',
    ],
    [
      'a checkpoint by somebody else',
      { ...file, ...{ checkpoint: aProof(entry, noteSigner()).checkpoint } },
      'no signature',
    ],
    ['an old pin', aProof(entry, signer), 'no validity'],
    ['no proof file', '{}', 'is no proof file'],
    ['too much', ' '.repeat(32_001), 'has more than 32000 bytes'],
  ])('does not hold for %s', async (name, given, said) => {
    const { code, stdout, stderr } = await verify(given, '--vkey', vkey);

    expect(code).toBe(name === 'too much' ? 2 : 3);
    expect(stdout + stderr).toContain(said);
  });

  it('prints nothing of a hostile file raw', async () => {
    const hostile = '\u001b]0;pwned\u0007\u202e';
    const pin = { ...file.pin, asset: hostile, network: hostile };
    const { stdout } = await verify({ ...file, pin });

    for (const char of hostile.match(/[^\x20-\x7e]/g) ?? []) expect(stdout).not.toContain(char);
  });

  it('counts the cosignatures of the witnesses that a file names', async () => {
    const witnesses = join(await temporaryFolder(), 'witnesses');
    await writeFile(witnesses, `# mine\n${printWitness(witness)} https://witness.example\n`);
    const { text } = readNote(file.checkpoint ?? '') ?? { text: '' };
    const cosigned = { ...file, checkpoint: `${String(file.checkpoint)}${cosign(text, witness, at).line}` };

    expect((await verify(cosigned, '--vkey', vkey, '--witnesses', witnesses)).code).toBe(0);
    expect(await verify(file, '--vkey', vkey, '--witnesses', witnesses)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('no cosignatures') as unknown,
    });
  });

  it.each([
    [['--vkey', 'a key'], '--vkey "a key" is no key of a log'],
    [['--require', '1'], '--require 1 needs as many witnesses'],
    [['--witnesses', '/dev/null'], '--require 1 needs as many witnesses'],
    [['--require', '0'], 'write a whole number from 1 to 15'],
    [['--witnesses', '/nowhere'], '"/nowhere" cannot be read'],
  ])('refuses to be called with %j', async (args, said) => {
    const { code, stderr } = await verify(file, ...args);

    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it('refuses a file of witnesses with a line that is no key', async () => {
    const witnesses = join(await temporaryFolder(), 'witnesses');
    await writeFile(witnesses, `\n${vkey}\n`);

    expect(await verify(file, '--witnesses', witnesses)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('line 2 of') as unknown,
    });
  });

  it('prints JSON for programs', async () => {
    const { stdout } = await verify(file, '--vkey', vkey, '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      id: entry.declared.id,
      holds: true,
      terms: true,
      cosignatures: null,
    });
    expect(JSON.parse((await verify('[]', '--json')).stdout)).toMatchObject({ holds: false });
  });
});
