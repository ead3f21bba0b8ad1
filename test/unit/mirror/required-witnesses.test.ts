import { beforeEach, describe, expect, it } from 'vitest';
import { MirrorFault } from '../../../src/mirror/mirror.ts';
import { RequiredWitnesses } from '../../../src/mirror/required-witnesses.ts';
import { cosign, printWitness } from '../../../src/transparency/cosignature.ts';
import { readNote } from '../../../src/transparency/signed-note.ts';
import { AMirror } from '../../support/mirror/a-mirror.ts';
import { FakeLog, noteSigner } from '../../support/mirror/fake-log.ts';

const signers = [noteSigner('w/1'), noteSigner('w/2'), noteSigner('w/3')];
/** Some lines have the URL beside the key, as a witness prints both for the server. */
const witnesses = `# ours\n${signers.map(printWitness).join(' https://w.example\r\n')}\n\n`;

describe('required witnesses', () => {
  it.each([
    [witnesses, 4, '4 cosignatures are required, but only 3 witnesses are named'],
    [witnesses + witnesses, 4, 'only 3 witnesses are named'],
    ['', 1, 'only 0 witnesses are named'],
    ['hello\u001b[31m', 1, '"helloU+001B[31m" is no key of a witness'],
  ])('are named one a line: %#', (text, count, message) => {
    const open = () => new RequiredWitnesses({ count, witnesses: text });

    expect(open).toThrow(MirrorFault);
    expect(open).toThrow(message);
  });
});

/** A log whose checkpoints the first so many witnesses cosigned. */
class CosignedLog extends FakeLog {
  cosigners = 2;
  asked = 0;

  override get checkpoint(): string {
    this.asked += 1;
    const note = super.checkpoint;
    const text = readNote(note)?.text ?? '';
    const at = new Date('2026-02-01T00:00:00Z');
    return (
      note +
      signers
        .slice(0, this.cosigners)
        .map((each) => cosign(text, each, at).line)
        .join('')
    );
  }
}

describe('a mirror that requires cosignatures', () => {
  let log: CosignedLog;
  let mirrored: AMirror;

  beforeEach(async () => {
    mirrored = await AMirror.start({ require: { count: 2, witnesses } });
    log = new CosignedLog();
    mirrored.catalog.transparency = log;
    for (const service of mirrored.catalog.services.values()) log.add(service.id, service);
  });

  it('verifies the log, and is content with so many', async () => {
    expect(await mirrored.visit()).toMatchObject({ services: 3, log: { size: 3 } });
  });

  it('waits for them, for half a minute', async () => {
    log.cosigners = 1;

    expect(await mirrored.faultOf()).toBe(
      'log: the checkpoint of the log has the cosignatures of 1 of the named witnesses, and 2 are required; do not pay by this copy, and ask the operator of the catalog',
    );
    expect(mirrored.time.pauses.filter((ms) => ms === 1000)).toHaveLength(30);
  });

  it('goes on when they come late', async () => {
    log.cosigners = 0;
    mirrored.catalog.intercept = (_, __, { pathname }) => {
      if (pathname === '/log/checkpoint' && log.asked > 3) log.cosigners = 3;
      return false;
    };

    expect(await mirrored.visit()).toMatchObject({ log: { size: 3 } });
  });

  it('asks again at each visit, also where nothing is new', async () => {
    await mirrored.visit();
    log.cosigners = 1;

    expect(await mirrored.faultOf()).toContain('1 of the named witnesses');
  });

  it('asks for --follow where it should be a witness', async () => {
    expect(await mirrored.faultOf({ witness: { port: 0 } })).toBe(
      'usage: a witness has to follow its log; add --follow',
    );
  });
});
