import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { readServiceFile } from '../../../src/domain/read-service-file.ts';
import { serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { forRequest } from '../../../src/live/request-context.ts';
import type { Act } from '../../../src/registration/act.ts';
import type { Outcome } from '../../../src/registration/act.ts';
import { aRegistration, registering } from '../../fixtures/registrations.ts';
import { aService, tombstoneOf } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../../support/live-catalog.ts';
import { soon } from '../../support/soon.ts';
import { nextTurn } from '../../support/next-turn.ts';

let catalog: LiveCatalog;

beforeEach(() => {
  catalog = aLiveCatalog();
});

/** Registers a service with a unique name and endpoint. */
function anAct(name: string, overrides: object = {}): Act {
  return registering(aRegistration({ name, endpoint: `https://${name}.example.com`, ...overrides }));
}

/** The service that a registration makes. */
async function created(outcome: Promise<Outcome>): Promise<DeclaredService> {
  const is = await outcome;
  if (is.kind === 'created') return is.entry.declared;
  throw new Error(`nothing was created, but ${is.kind}`);
}

function idOf(outcome: Outcome | undefined): string | undefined {
  if (outcome?.kind === 'created') return outcome.entry.declared.id;
  return outcome?.kind === 'listed' ? outcome.id : undefined;
}

/** Records each answer as soon as it arrives. */
function noting(answers: string[], name: string): (outcome: Outcome) => void {
  return ({ kind }) => answers.push(`${name} ${kind}`);
}

/** Runs all pending work that does not wait for I/O. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await nextTurn();
}

describe('a registration', () => {
  it('is answered after its commit, and is visible to every reader from then on', async () => {
    const { committer, repository, store } = catalog;
    const [answers, release] = [new Array<string>(), repository.hold()];

    const answer = committer.submit(anAct('rain'));
    void answer.then(noting(answers, 'rain'));
    await settle();
    expect(answers).toEqual([]);
    expect(shown(catalog)).toEqual([]);

    release();
    const registration = await answer;
    expect(registration.kind).toBe('created');
    expect(shown(catalog)).toEqual([idOf(registration)]);
    expect(store.snapshot.version).toMatchObject({ commit: (await repository.version()).commit, unbuilt: 1 });
  });

  it('is committed as the canonical file of its service', async () => {
    const { committer, repository, files, policy } = catalog;
    const id = idOf(await committer.submit(anAct('rain'))) ?? '';

    expect(repository.commits).toEqual([{ message: `Register ${id}`, paths: [serviceFilePath(id)] }]);
    const text = files.texts.get(serviceFilePath(id)) ?? '';
    expect(readServiceFile(serviceFilePath(id), text, policy, { hasCategory: () => true })).toMatchObject({
      value: { id, name: 'rain', endpoint: 'https://rain.example.com' },
    });
  });

  it('makes no commit if it breaks the rules or is listed already', async () => {
    const { committer, repository } = catalog;
    const first = await committer.submit(anAct('rain'));

    expect(await committer.submit(registering({ name: '' }))).toMatchObject({ kind: 'refused' });
    expect(await committer.submit(anAct('rain'))).toMatchObject({ kind: 'listed', id: idOf(first) });
    expect(repository.commits).toHaveLength(1);
  });

  it('counts as listed if a rejected file has its id', async () => {
    const { committer, rejected, follower, files } = catalog;
    const service = aService();
    const path = files.put(service);
    files.texts.set(path, 'broken');
    await follower.apply(new Set([path]));
    expect([...rejected.files.keys()]).toEqual([path]);

    expect(await committer.submit(registering(aRegistration()))).toMatchObject({
      kind: 'listed',
      id: service.id,
    });
    expect(files.texts.get(path)).toBe('broken');
  });

  it('can be tried without a commit', async () => {
    const { committer, repository } = catalog;

    expect(committer.try(anAct('rain'))).toMatchObject({
      kind: 'created',
      entry: { declared: { name: 'rain' } },
    });
    expect(committer.try(registering({ name: '' }))).toMatchObject({ kind: 'refused' });
    expect(shown(catalog)).toEqual([]);
    expect(repository.commits).toEqual([]);
  });
});

describe('registrations that arrive during a commit', () => {
  it('share the next one', async () => {
    const { committer, repository } = catalog;
    const release = repository.hold();
    const first = committer.submit(anAct('a'));
    await settle();

    const others = ['b', 'c', 'd'].map((name) => committer.submit(anAct(name)));
    release();
    const [a, ...rest] = await Promise.all([first, ...others]);
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([1, 3]);
    expect(repository.commits[1]?.message).toBe(
      ['Register 3 services', '', ...rest.map((registration) => `- ${idOf(registration) ?? ''}`)].join('\n'),
    );
    expect(shown(catalog)).toEqual([a, ...rest].map(idOf).sort());
  });

  it('are answered after their own commit each', async () => {
    const { committer, repository } = catalog;
    const answers: string[] = [];
    const releaseFirst = repository.hold();
    void committer.submit(anAct('a')).then(noting(answers, 'a'));
    await settle();
    void committer.submit(anAct('b')).then(noting(answers, 'b'));
    void committer.submit(anAct('c')).then(noting(answers, 'c'));
    const releaseSecond = repository.hold();

    releaseFirst();
    await settle();
    expect(answers).toEqual(['a created']);

    releaseSecond();
    await settle();
    expect(answers).toEqual(['a created', 'b created', 'c created']);
  });

  it('are decided in order of arrival', async () => {
    const { committer } = catalog;
    const same = (name: string) => anAct(name, { endpoint: 'https://same.example.com' });

    const [first, second, third] = await Promise.all(
      [same('one'), same('two'), anAct('other')].map((input) => committer.submit(input)),
    );
    expect(first).toMatchObject({ kind: 'created', entry: { declared: { name: 'one' } } });
    expect(second).toMatchObject({ kind: 'listed', id: idOf(first) });
    expect(third?.kind).toBe('created');
  });

  it('take several commits if there are many, and none is lost', async () => {
    const { committer, repository } = catalog;

    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, i) => committer.submit(anAct(`s-${String(i)}`))),
    );
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['created']));
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([256, 256, 88]);
    expect(shown(catalog)).toHaveLength(600);
  });

  it('wait for other work on the catalog folder', async () => {
    const { committer, writer } = catalog;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const answers: string[] = [];
    void writer.add(() => promise);

    void committer.submit(anAct('a')).then(noting(answers, 'a'));
    await settle();
    expect(answers).toEqual([]);

    resolve(undefined);
    await settle();
    expect(answers).toEqual(['a created']);
  });
});

describe('acts that change and remove services', () => {
  it('make one commit of the changed and removed files, with a message that lists them', async () => {
    const [a, b] = ['alpha', 'beta'].map((name) =>
      aService({ name, endpoint: `https://${name}.example.com` }),
    );
    if (!a || !b) throw new Error('two services are needed');
    catalog = aLiveCatalog([a, b]);
    const { committer, repository, files, changeLog } = catalog;
    await Promise.all([
      committer.submit({ kind: 'update', id: a.id, by: 'operator', patch: { description: 'Changed.' } }),
      committer.submit({ kind: 'remove', id: b.id, by: 'operator' }),
    ]);
    expect(repository.commits).toEqual([
      {
        message: `Change 2 services\n\n- Change ${a.id}\n- Remove ${b.id}`,
        paths: [serviceFilePath(a.id), tombstoneFilePath(b.id), serviceFilePath(b.id)],
      },
    ]);
    expect(files.texts.get(serviceFilePath(a.id))).toContain('"Changed."');
    expect(files.texts.has(serviceFilePath(b.id))).toBe(false);
    expect(shown(catalog)).toEqual([a.id]);
    expect(changeLog.changes.map(({ kind }) => kind).sort()).toEqual(['removed', 'updated']);
  });
});

describe('a batch of registrations', () => {
  const batchOf = (name: string, count: number): Act => ({
    kind: 'batch',
    by: { owner: 'acme' },
    inputs: Array.from({ length: count }, (_, i) =>
      aRegistration({ endpoint: `https://${name}.example.com/${String(i)}` }),
    ),
  });

  it('is one commit', async () => {
    const { committer, repository } = catalog;
    const outcome = await committer.submit(batchOf('a', 500));

    expect(outcome.kind === 'batch' && outcome.rows.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 500 }, () => 'created'),
    );
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([500]);
  });

  it('shares its commit with as many acts as one commit may hold', async () => {
    const { committer, repository } = catalog;
    await Promise.all([
      committer.submit(batchOf('a', 500)),
      committer.submit(anAct('b')),
      committer.submit(batchOf('c', 500)),
      committer.submit(batchOf('d', 5)),
      committer.submit(batchOf('e', 300)),
    ]);

    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([501, 505, 300]);
    expect(shown(catalog)).toHaveLength(1306);
  });

  it('meets another of the same services row by row', async () => {
    const { committer, repository } = catalog;
    const kinds = async (act: Act): Promise<unknown> => {
      const outcome = await committer.submit(act);
      return outcome.kind === 'batch' && new Set(outcome.rows.map(({ kind }) => kind));
    };

    expect(await Promise.all([kinds(batchOf('a', 10)), kinds(batchOf('a', 10))])).toEqual([
      new Set(['created']),
      new Set(['listed']),
    ]);
    expect(repository.commits).toHaveLength(1);
  });

  it('is lost as a whole when its commit fails', async () => {
    const { committer, repository } = catalog;
    repository.failure = new CommitFailure('the disk is full');

    expect(await committer.submit(batchOf('a', 10))).toEqual({ kind: 'failed' });
    expect(shown(catalog)).toEqual([]);
  });

  it('needs no commit when every row is refused', async () => {
    const { committer, repository } = catalog;
    repository.hold();
    const outcome = await committer.submit({ kind: 'batch', by: { owner: 'acme' }, inputs: [{}, null] });

    expect(outcome).toMatchObject({ rows: [{ kind: 'refused' }, { kind: 'refused' }] });
  });
});

describe('two acts on one service', () => {
  it('never share a commit, so that its history holds both', async () => {
    const { committer, repository } = catalog;
    const { id } = await created(committer.submit(anAct('a')));
    const change = (description: string): Promise<Outcome> =>
      committer.submit({ kind: 'update', id, by: 'operator', patch: { description } });

    await Promise.all([
      change('One.'),
      committer.submit(anAct('b')),
      change('Two.'),
      committer.submit(anAct('c')),
    ]);
    expect(repository.commits.slice(1).map(({ message }) => message.split('\n')[0])).toEqual([
      'Change 2 services',
      'Change 2 services',
    ]);
    expect(catalog.store.snapshot.find(id)?.declared.description).toBe('Two.');
  });

  it('change it and remove it in commits of their own, and the last change is in its tombstone', async () => {
    const { committer, repository, files, store } = catalog;
    const { id } = await created(committer.submit(anAct('a')));
    const patch = { description: 'The last.' };
    const acts: Act[] = [
      { kind: 'update', id, by: 'operator', patch },
      { kind: 'remove', id, by: 'operator' },
      { kind: 'remove', id, by: 'operator' },
    ];

    const outcomes = await Promise.all(acts.map((act) => committer.submit(act)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['changed', 'removed', 'gone']);
    expect(repository.commits.slice(1).map(({ message }) => message)).toEqual([
      `Change ${id}`,
      `Remove ${id}`,
    ]);
    expect(store.snapshot.tombstone(id)?.service?.description).toBe('The last.');

    await committer.submit({ kind: 'restore', id, by: 'operator' });
    expect(repository.commits.at(-1)).toEqual({
      message: `Restore ${id}`,
      paths: [serviceFilePath(id), tombstoneFilePath(id)],
    });
    expect(files.texts.has(tombstoneFilePath(id))).toBe(false);
    expect(store.snapshot.find(id)?.declared.description).toBe('The last.');
  });

  it('are decided one after the other: of two that saw the same state, one is refused', async () => {
    const { committer, store } = catalog;
    const { id } = await created(committer.submit(anAct('a')));
    const seen = store.snapshot.find(id)?.declared;
    const isAsSeen = ({ declared }: Entry): boolean => declared === seen;
    const change = (description: string): Promise<Outcome> =>
      committer.submit({ kind: 'update', id, by: 'operator', patch: { description }, isAsSeen });

    const outcomes = await Promise.all(['One.', 'Two.', 'Three.'].map(change));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['changed', 'outdated', 'outdated']);
  });
});

describe('a change of a service whose file others changed a moment ago', () => {
  const rain = aService({ owner: 'acme' });
  const update: Act = { kind: 'update', id: rain.id, by: { owner: 'acme' }, patch: { name: 'Rain' } };

  beforeEach(() => {
    catalog = aLiveCatalog([rain]);
  });

  it('keeps what they wrote', async () => {
    catalog.files.put({ ...rain, description: 'Edited by hand.' });

    expect(await catalog.committer.submit(update)).toMatchObject({ kind: 'changed' });
    const file = catalog.files.texts.get(serviceFilePath(rain.id));
    expect(file).toContain('"name": "Rain"');
    expect(file).toContain('Edited by hand.');
  });

  it('does not list again what they removed', async () => {
    const tombstone = tombstoneOf(rain, { byOperator: true });
    catalog.files.texts.delete(serviceFilePath(rain.id));
    catalog.files.bury(tombstone);

    expect(await catalog.committer.submit(update)).toEqual({ kind: 'gone', tombstone });
    expect(catalog.files.texts.has(serviceFilePath(rain.id))).toBe(false);
    expect(catalog.repository.commits).toEqual([]);
  });

  it('leaves a file of theirs that cannot be read as it is', async () => {
    catalog = aLiveCatalog();
    const [{ id }, register] = [aService(), registering(aRegistration())];
    catalog.files.texts.set(serviceFilePath(id), 'half a fi');

    expect(await catalog.committer.submit(register)).toMatchObject({ kind: 'listed', id });
    expect(catalog.files.texts.get(serviceFilePath(id))).toBe('half a fi');
  });
});

describe('while the repository asks for a pause', () => {
  it('leaves the writer lock to others, then commits everything that has arrived in one commit', async () => {
    const { committer, repository, writer } = catalog;
    const resume = repository.pause();
    const first = committer.submit(anAct('a'));
    await settle();

    let isFree = false;
    await writer.add(async () => void (isFree = true));
    const late = committer.submit(anAct('b'));
    resume();
    await Promise.all([first, late]);
    expect(isFree).toBe(true);
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([2]);
  });

  it('answers at once when there is nothing to commit', async () => {
    const { committer, repository } = catalog;
    const listed = await committer.submit(anAct('listed'));
    repository.pause();
    void committer.submit(anAct('a'));
    await settle();

    expect(await committer.submit(registering({ name: '' }))).toMatchObject({ kind: 'refused' });
    expect(await committer.submit(anAct('listed'))).toMatchObject({ kind: 'listed', id: idOf(listed) });
    expect(repository.commits).toHaveLength(1);
  });

  it('commits in the order of arrival, however many wait', async () => {
    const { committer, repository } = catalog;
    const resume = repository.pause();
    const [answers, names] = [new Array<string>(), Array.from({ length: 600 }, (_, i) => `s-${String(i)}`)];
    const all = names.map((name) => committer.submit(anAct(name)).then(noting(answers, name)));

    resume();
    await Promise.all(all);
    expect(answers).toEqual(names.map((name) => `${name} created`));
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([256, 256, 88]);
  });

  it('commits without delay once it drains', async () => {
    const { committer, repository } = catalog;
    repository.pause();
    const waiting = committer.submit(anAct('a'));
    await settle();

    await committer.drain();
    expect(await waiting).toMatchObject({ kind: 'created' });
    expect(await committer.submit(anAct('b'))).toMatchObject({ kind: 'created' });
    await committer.drain();
    expect(repository.commits).toHaveLength(2);
  });
});

describe('the log of commits', () => {
  it('names the requests that shared a commit, and those whose commit failed', async () => {
    const { committer, repository, log } = catalog;
    const submit = (request: string, name: string): Promise<Outcome> =>
      forRequest(request, () => committer.submit(anAct(name)));
    const release = repository.hold();
    const answers = [submit('first', 'rain'), submit('second', 'snow'), submit('third', 'hail')];
    await settle();
    release();
    await Promise.all(answers);
    repository.failure = new CommitFailure('the disk is full');
    await submit('fourth', 'fog');

    expect(log.lines.map(({ message, facts }) => ({ message, facts }))).toMatchObject([
      { message: 'committed', facts: { acts: 3, requests: ['first', 'second', 'third'] } },
      { message: 'a commit failed', facts: { requests: ['fourth'] } },
    ]);
  });
});

describe('a commit that cannot be published', () => {
  it('is answered as created, and published once its files are read again', async () => {
    const { committer, store, log } = catalog;
    vi.spyOn(store, 'publish').mockRejectedValueOnce(new Error('out of memory'));

    const outcome = await committer.submit(anAct('rain'));
    expect(outcome.kind).toBe('created');
    expect(committer.lastFailure).toBeUndefined();
    await vi.waitFor(() => {
      expect(shown(catalog)).toEqual([idOf(outcome)]);
    }, soon);
    expect(log.lines.map(({ level }) => level)).toContain('error');
  });
});

describe('a commit that does not end', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => vi.useRealTimers();
  });

  /** Waits for as long as an act may take. */
  const patience = (): unknown => vi.advanceTimersByTime(8_000);

  it('has the acts in it and behind it answered as failed, and says which may still be made', async () => {
    const { committer, repository } = catalog;
    const release = repository.hold();
    const first = committer.submit(anAct('a'));
    await settle();
    const second = committer.submit(anAct('b'));
    expect(committer.isLate).toBe(false);

    patience();
    expect(await Promise.all([first, second])).toEqual([
      { kind: 'failed', isUnsettled: true },
      { kind: 'failed', isUnsettled: false },
    ]);
    expect(committer.isLate).toBe(true);
    release();
    await settle();
    expect(shown(catalog)).toHaveLength(1);
    expect(committer.isLate).toBe(false);
  });

  it('is settled before the next act is decided', async () => {
    const { committer, repository } = catalog;
    const release = repository.hold();
    const first = committer.submit(anAct('a'));
    await settle();
    patience();
    await first;

    const again = committer.submit(anAct('a'));
    release();
    expect((await again).kind).toBe('listed');
  });

  it('is never begun where the repository asks for a longer pause, which is no fault', async () => {
    const { committer, repository } = catalog;
    const release = repository.pause();
    const first = committer.submit(anAct('a'));
    await settle();
    patience();

    expect(await first).toEqual({ kind: 'failed', isUnsettled: false });
    expect(committer.isLate).toBe(false);
    release();
    await committer.submit(anAct('b'));
    expect(repository.commits).toHaveLength(1);
    expect(shown(catalog)).toHaveLength(1);
  });
});

describe('a commit that fails', () => {
  it('fails every registration that depends on it, and no other', async () => {
    const { committer, repository } = catalog;
    const listed = await committer.submit(anAct('listed'));
    repository.failure = new CommitFailure('the disk is full');

    const answers = await Promise.all(
      [
        anAct('a'),
        anAct('a', { name: 'The same' }),
        registering({ name: '' }),
        anAct('listed'),
        anAct('b'),
      ].map((input) => committer.submit(input)),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'refused', 'listed', 'failed']);
    expect(idOf(answers[3])).toBe(idOf(listed));
  });

  it('changes nothing that readers see', async () => {
    const { committer, repository, store, changeLog, log } = catalog;
    await committer.submit(anAct('listed'));
    const [snapshot, changes] = [store.snapshot, changeLog.changes.length];
    repository.failure = new CommitFailure('the disk is full');

    await committer.submit(anAct('a'));
    expect(store.snapshot).toBe(snapshot);
    expect(store.snapshot.version.unbuilt).toBe(1);
    expect(changeLog.changes).toHaveLength(changes);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { error: repository.failure } }]);
  });

  it('is reported until a commit succeeds', async () => {
    const { committer, repository } = catalog;
    expect(committer.lastFailure).toBeUndefined();

    repository.failure = new CommitFailure('the disk is full');
    await committer.submit(anAct('a'));
    expect(committer.lastFailure).toBe('the disk is full');

    repository.failure = undefined;
    expect(await committer.submit(anAct('a'))).toMatchObject({ kind: 'created' });
    expect(committer.lastFailure).toBeUndefined();
  });

  it('with an unexpected error rejects the acts that depend on it, and the next commit succeeds', async () => {
    const { committer, repository } = catalog;
    repository.failure = new Error('a surprise');
    const [a, b] = [committer.submit(anAct('a')), committer.submit(anAct('b'))];

    await expect(a).rejects.toThrow('a surprise');
    await expect(b).rejects.toThrow('a surprise');
    expect(shown(catalog)).toEqual([]);

    repository.failure = undefined;
    expect(await committer.submit(anAct('a'))).toMatchObject({ kind: 'created' });
  });
});
