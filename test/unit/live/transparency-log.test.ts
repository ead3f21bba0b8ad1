import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logFilePath } from '../../../src/catalog-files/log-files.ts';
import { CommitFailure } from '../../../src/domain/commit.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { Checkpoints } from '../../../src/live/checkpoints.ts';
import { Committer } from '../../../src/live/committer.ts';
import { LogMaintenance } from '../../../src/live/log-maintenance.ts';
import type { SignedCheckpoint } from '../../../src/live/ports.ts';
import { TransparencyLog } from '../../../src/live/transparency-log.ts';
import { readEntry, serviceDigest, termsDigest } from '../../../src/transparency/entry.ts';
import { LogCopy, openCheckpoint } from '../../../src/transparency/log-copy.ts';
import type { NoteSigner } from '../../../src/transparency/signed-note.ts';
import { generateKeyPairSync } from 'node:crypto';
import { aRegistration, registering } from '../../fixtures/registrations.ts';
import { aService, aSnapshot } from '../../fixtures/services.ts';
import { aTenure } from '../../fixtures/tenure.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';

const aNamed = (name: string, more: Partial<DeclaredService> = {}): DeclaredService =>
  aService({ name, endpoint: `https://${name}.example.com`, ...more });
const [a, b] = [aNamed('alpha'), aNamed('beta')];

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signer: NoteSigner = {
  name: 'catalog.example/log',
  privateKey,
  publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
};

let catalog: LiveCatalog;
const outcomes = { unlogged: async () => [], noteLogged: async () => undefined };
let log: TransparencyLog;
let upkeep: LogMaintenance;
let committer: Committer;

/** What is committed lies in the files at once. */
const sources = () => ({ committed: () => catalog.files, folder: catalog.files });

beforeEach(async () => {
  catalog = aLiveCatalog();
  log = await TransparencyLog.open(sources());
  upkeep = new LogMaintenance({
    ...catalog,
    transparency: log,
    outcomes,
    stopping: new AbortController().signal,
  });
  committer = new Committer({ ...catalog, transparency: log });
});

/** All lines of the log, from its files. */
function lines(): string[] {
  const texts: string[] = [];
  for (let i = 0; ; i += 1) {
    const text = catalog.files.texts.get(logFilePath(i));
    if (text === undefined) return texts.join('').split('\n').slice(0, -1);
    texts.push(text);
  }
}

/** What the log says: each service with whether it has present terms, other ones, or none. */
function told(...services: readonly DeclaredService[]): string[] {
  const names = new Map(services.map((service) => [serviceDigest(service.id), service]));
  return lines().map((line) => {
    const entry = readEntry(line);
    const service = names.get(entry?.service ?? '');
    if (!entry || 'outcome' in entry || !service) return 'something else';
    if (entry.terms === null) return `${service.name}: none`;
    return `${service.name}: ${entry.terms === termsDigest(service) ? 'these' : 'others'}`;
  });
}

/** Has somebody else change a file, and applies that. */
async function byHand(service: DeclaredService): Promise<void> {
  const before = catalog.store.snapshot;
  catalog.files.put(service);
  const change = { put: [service], removed: [], buried: [] };
  await catalog.store.publish(change, await catalog.repository.version());
  upkeep.owe(change, before);
}

describe('the log of who is paid', () => {
  it('has an entry in the commit of each registration', async () => {
    const made = await committer.submit(registering(aRegistration({ name: 'One' })));
    if (made.kind !== 'created') throw new Error(made.kind);

    expect(told(made.entry.declared)).toEqual(['One: these']);
    expect(log.tree.size).toBe(1);
  });

  it('reports other terms, and nothing else', async () => {
    await byHand(a);
    await upkeep.start(aTenure());
    await byHand({ ...a, description: 'Something else.' });
    await upkeep.start(aTenure());
    expect(told(a)).toEqual(['alpha: these']);

    const dearer = { ...a, pricing: { ...a.pricing, pricePerRequest: '9' } };
    await byHand(dearer);
    await upkeep.start(aTenure());
    expect(told(dearer)).toEqual(['alpha: others', 'alpha: these']);
  });

  it('tells that a service is listed no more, and that it is again', async () => {
    await byHand(a);
    await upkeep.start(aTenure());
    await committer.submit({ kind: 'remove', id: a.id, by: 'operator', reason: undefined });
    await committer.submit({ kind: 'restore', id: a.id, by: 'operator' });

    expect(told(a)).toEqual(['alpha: these', 'alpha: none', 'alpha: these']);
  });

  it('gets the entries of changes that others made, after a while', async () => {
    await upkeep.start(aTenure());
    vi.useFakeTimers();
    await byHand(a);
    await byHand(b);
    expect(lines()).toEqual([]);
    await vi.runAllTimersAsync();
    vi.useRealTimers();

    expect(told(a, b)).toEqual(['alpha: these', 'beta: these']);
    expect(log.owed).toBe(0);
  });

  it('finds at a start what was changed while no server ran', async () => {
    await byHand(a);
    await upkeep.start(aTenure());
    const dearer = { ...a, pricing: { ...a.pricing, pricePerRequest: '9' } };
    catalog.files.put(dearer);
    await catalog.reread();
    const later = await TransparencyLog.open(sources());
    await new LogMaintenance({
      ...catalog,
      transparency: later,
      outcomes,
      stopping: new AbortController().signal,
    }).start(aTenure());

    expect(told(dearer)).toEqual(['alpha: others', 'alpha: these']);
  });

  it('has no entry of a commit that failed, and gets it with the next', async () => {
    const [first, second] = ['One', 'Two'].map((name) =>
      registering(aRegistration({ name, endpoint: `https://${name}.example.com` })),
    );
    if (!first || !second) return;
    catalog.repository.failure = new CommitFailure('disk full');
    await committer.submit(first);
    expect(log.tree.size).toBe(0);

    catalog.repository.failure = undefined;
    await committer.submit(first);
    await committer.submit(second);
    expect(lines()).toHaveLength(2);
  });

  it('fills file after file, and is read back as it was', async () => {
    const services = Array.from({ length: 150 }, (_, i) => aNamed(`s${String(i)}`));
    for (const service of services.slice(0, 100)) await byHand(service);
    await upkeep.start(aTenure());
    for (const service of services.slice(100)) await byHand(service);
    await upkeep.start(aTenure());
    const again = await TransparencyLog.open(sources());

    expect(lines()).toHaveLength(150);
    expect(again.tree.root()).toEqual(log.tree.root());
    expect(await again.entries({ index: 0, width: 150 })).toEqual(lines());
    expect(await again.entries({ index: 0, width: 151 })).toBeUndefined();
  });

  it('takes entries that another server committed', async () => {
    await byHand(a);
    await upkeep.start(aTenure());
    const other = await TransparencyLog.open(sources());
    await byHand(b);
    await upkeep.start(aTenure());
    await other.look(new Set([logFilePath(0)]));

    expect(other.tree.root()).toEqual(log.tree.root());
    expect(other.fault).toBeUndefined();
  });

  it('has one entry of a change that came with its entry', async () => {
    await byHand(a);
    const other = await TransparencyLog.open(sources());
    other.owe({ put: [a], removed: [], buried: [] }, aSnapshot([]));
    await upkeep.start(aTenure());
    const theirs = new LogMaintenance({
      ...catalog,
      transparency: other,
      outcomes,
      stopping: new AbortController().signal,
    });
    await theirs.start(aTenure());

    expect(lines()).toHaveLength(1);
    expect(other.owed).toBe(0);
  });

  it('is not written over where others added to it unnoticed', async () => {
    const other = await TransparencyLog.open(sources());
    await byHand(a);
    await upkeep.start(aTenure());
    const theirs = new Committer({ ...catalog, transparency: other });
    await theirs.submit(registering(aRegistration({ name: 'One' })));

    expect(lines()).toHaveLength(2);
    expect(other.tree.size).toBe(2);
  });

  it('does not end where a file is missing or cut off', async () => {
    for (let i = 0; i < 70; i += 1) await byHand(aNamed(`s${String(i)}`));
    await upkeep.start(aTenure());
    const whole = catalog.files.texts.get(logFilePath(0)) ?? '';
    for (const text of [
      undefined,
      '',
      whole.slice(0, -1),
      whole.split('\n').slice(0, 10).join('\n') + '\n',
    ]) {
      if (text === undefined) catalog.files.texts.delete(logFilePath(0));
      else catalog.files.texts.set(logFilePath(0), text);

      expect((await TransparencyLog.open(sources())).fault).toContain('log/000.txt cannot be read');
    }
  });

  it.each([
    ['a changed entry', (text: string) => text.replace(/.\n/, '0\n').replace('tollbook/1 2', 'tollbook/1 1')],
    ['a missing entry', (text: string) => text.replace(/^.*\n/, '')],
    ['no entries', () => ''],
  ])('notices %s, adds nothing to it, and goes on once it is put back', async (_, change) => {
    await byHand(a);
    await byHand(b);
    await upkeep.start(aTenure());
    const [path, root] = [logFilePath(0), log.tree.root()];
    const before = catalog.files.texts.get(path) ?? '';
    catalog.files.texts.set(path, change(before));
    await upkeep.look(new Set([path]));
    expect(log.fault).toContain('put the files below log/ back');
    expect(catalog.log.lines).toContainEqual(expect.objectContaining({ level: 'error' }));
    const made = await committer.submit(registering(aRegistration({ name: 'One' })));
    expect(made.kind).toBe('created');
    expect(log.tree.root()).toEqual(root);

    catalog.files.texts.set(path, before);
    vi.useFakeTimers();
    await upkeep.look(new Set([path]));
    expect(log.fault).toBeUndefined();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(lines()).toHaveLength(3);
  });
});

/** What was signed, in memory. */
class Signed {
  checkpoint: SignedCheckpoint | undefined;

  async last(): Promise<SignedCheckpoint | undefined> {
    return this.checkpoint;
  }

  async remember(
    _origin: string,
    checkpoint: SignedCheckpoint,
    continues: (last: SignedCheckpoint) => boolean,
  ): Promise<SignedCheckpoint> {
    const last = this.checkpoint;
    if (!last || (last.size < checkpoint.size && continues(last))) this.checkpoint = checkpoint;
    return this.checkpoint ?? checkpoint;
  }
}

describe('a checkpoint', () => {
  const open = async (signed: Signed, transparency = log) =>
    new Checkpoints(await signed.last(), { transparency, signer, signed, log: catalog.log });

  it('signs the entries that are committed, and nothing twice', async () => {
    const signed = new Signed();
    const remember = vi.spyOn(signed, 'remember');
    const checkpoints = await open(signed);
    await byHand(a);
    await upkeep.start(aTenure());
    const note = (await checkpoints.newest()) ?? '';
    const copy = new LogCopy();
    copy.append(lines());
    copy.compare(openCheckpoint(note, signer));

    expect(await checkpoints.newest()).toBe(note);
    expect(remember).toHaveBeenCalledTimes(1);
  });

  it('never contradicts an earlier one: the last stays, and health says so', async () => {
    const signed = new Signed();
    await byHand(a);
    await byHand(b);
    await upkeep.start(aTenure());
    const note = await (await open(signed)).newest();
    catalog.files.texts.set(logFilePath(0), `${lines()[1] ?? ''}\n${lines()[0] ?? ''}\n`);
    const forked = await open(signed, await TransparencyLog.open(sources()));

    expect(await forked.newest()).toBe(note);
    expect(forked.fault).toContain('contradicts a checkpoint that was signed');
    expect(catalog.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('of another process stays where it is as large', async () => {
    const signed = new Signed();
    const ours = await open(signed);
    await byHand(a);
    await upkeep.start(aTenure());
    const theirs = (await (await open(signed)).newest()) ?? '';
    signed.checkpoint = signed.checkpoint && { ...signed.checkpoint, note: `${theirs}— a witness\n` };

    expect(await ours.newest()).toBe(signed.checkpoint?.note);
  });

  it('of another server that signed more is given out once what it signed is pulled', async () => {
    const signed = new Signed();
    const behind = await TransparencyLog.open(sources());
    const late = await open(signed, behind);
    late.followBy(() => behind.readOn());
    await byHand(a);
    await upkeep.start(aTenure());
    const note = await (await open(signed)).newest();

    expect(await late.newest()).toBe(note);
    expect(late.fault).toBeUndefined();
    expect(behind.tree.size).toBe(1);
  });

  it('of another server contradicts nothing while what it signed cannot be pulled', async () => {
    const signed = new Signed();
    const late = await open(signed, await TransparencyLog.open(sources()));
    late.followBy(() => Promise.reject(new Error('the remote is away')));
    await byHand(a);
    await upkeep.start(aTenure());
    const note = await (await open(signed)).newest();

    expect([await late.newest(), await late.newest()]).toEqual([note, note]);
    expect(late.fault).toBeUndefined();
    expect(catalog.log.lines.map(({ level }) => level)).toEqual(['warn']);
  });

  it('of another process that contradicts the log is noticed', async () => {
    const signed = new Signed();
    const ours = await open(signed);
    await byHand(a);
    await upkeep.start(aTenure());
    signed.checkpoint = { size: 1, root: Buffer.alloc(32), note: 'another past' };

    expect(await ours.newest()).toBe('another past');
    expect(ours.fault).toContain('contradicts a checkpoint that was signed');
  });

  it('is not given out before it is remembered', async () => {
    const signed = new Signed();
    vi.spyOn(signed, 'remember').mockRejectedValue(new Error('locked'));

    await expect((await open(signed)).newest()).rejects.toThrow('locked');
  });
});
