import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CommitFailure } from '../../src/domain/commit-failure.ts';
import { readServiceFile } from '../../src/domain/read-service-file.ts';
import { serviceFilePath } from '../../src/domain/service-file.ts';
import type { Registration } from '../../src/live/committer.ts';
import { aRegistration } from '../fixtures/registrations.ts';
import { aService } from '../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../support/live-catalog.ts';

let catalog: LiveCatalog;

beforeEach(() => {
  catalog = aLiveCatalog();
});

/** A registration of its own endpoint. */
function body(name: string) {
  return aRegistration({ name, endpoint: `https://${name}.example.com` });
}

function idOf(registration: Registration | undefined): string | undefined {
  if (registration?.kind === 'created') return registration.entry.declared.id;
  return registration?.kind === 'listed' ? registration.id : undefined;
}

/** Notes each answer the moment it comes. */
function noting(answers: string[], name: string): (registration: Registration) => void {
  return ({ kind }) => answers.push(`${name} ${kind}`);
}

/** Lets everything run that waits for nothing from outside. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a registration', () => {
  it('is answered once it is committed, and from then on every reader sees it', async () => {
    const { committer, repository, store } = catalog;
    const [answers, release] = [new Array<string>(), repository.hold()];

    const answer = committer.submit(body('rain'));
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
    const id = idOf(await committer.submit(body('rain'))) ?? '';

    expect(repository.commits).toEqual([{ message: `Register ${id}`, paths: [serviceFilePath(id)] }]);
    const text = files.texts.get(serviceFilePath(id)) ?? '';
    expect(readServiceFile(serviceFilePath(id), text, policy, { hasCategory: () => true })).toMatchObject({
      value: { id, name: 'rain', endpoint: 'https://rain.example.com' },
    });
  });

  it('that breaks the rules, or is listed, makes no commit', async () => {
    const { committer, repository } = catalog;
    const first = await committer.submit(body('rain'));

    expect(await committer.submit({ name: '' })).toMatchObject({ kind: 'refused' });
    expect(await committer.submit(body('rain'))).toMatchObject({ kind: 'listed', id: idOf(first) });
    expect(repository.commits).toHaveLength(1);
  });

  it('of an id that a file takes which was left out counts as listed', async () => {
    const { committer, rejected, follower, files } = catalog;
    const service = aService();
    const path = files.put(service);
    files.texts.set(path, 'broken');
    await follower.takeUp(new Set([path]));
    expect([...rejected.files.keys()]).toEqual([path]);

    expect(await committer.submit(aRegistration())).toMatchObject({ kind: 'listed', id: service.id });
    expect(files.texts.get(path)).toBe('broken');
  });

  it('can be tried without making it', async () => {
    const { committer, repository } = catalog;

    expect(committer.try(body('rain'))).toMatchObject({
      kind: 'created',
      entry: { declared: { name: 'rain' } },
    });
    expect(committer.try({ name: '' })).toMatchObject({ kind: 'refused' });
    expect(shown(catalog)).toEqual([]);
    expect(repository.commits).toEqual([]);
  });
});

describe('registrations that arrive during a commit', () => {
  it('share the next one', async () => {
    const { committer, repository } = catalog;
    const release = repository.hold();
    const first = committer.submit(body('a'));
    await settle();

    const others = ['b', 'c', 'd'].map((name) => committer.submit(body(name)));
    release();
    const [a, ...rest] = await Promise.all([first, ...others]);
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([1, 3]);
    expect(repository.commits[1]?.message).toBe(
      ['Register 3 services', '', ...rest.map((registration) => `- ${idOf(registration) ?? ''}`)].join('\n'),
    );
    expect(shown(catalog)).toEqual([a, ...rest].map(idOf).sort());
  });

  it('are each answered after their own commit', async () => {
    const { committer, repository } = catalog;
    const answers: string[] = [];
    const releaseFirst = repository.hold();
    void committer.submit(body('a')).then(noting(answers, 'a'));
    await settle();
    void committer.submit(body('b')).then(noting(answers, 'b'));
    void committer.submit(body('c')).then(noting(answers, 'c'));
    const releaseSecond = repository.hold();

    releaseFirst();
    await settle();
    expect(answers).toEqual(['a created']);

    releaseSecond();
    await settle();
    expect(answers).toEqual(['a created', 'b created', 'c created']);
  });

  it('are decided in the order in which they came', async () => {
    const { committer } = catalog;
    const same = (name: string) => aRegistration({ name, endpoint: 'https://same.example.com' });

    const [first, second, third] = await Promise.all(
      [same('one'), same('two'), body('other')].map((input) => committer.submit(input)),
    );
    expect(first).toMatchObject({ kind: 'created', entry: { declared: { name: 'one' } } });
    expect(second).toMatchObject({ kind: 'listed', id: idOf(first) });
    expect(third?.kind).toBe('created');
  });

  it('go into several commits when they are very many, and none is lost', async () => {
    const { committer, repository } = catalog;

    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, i) => committer.submit(body(`s-${String(i)}`))),
    );
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['created']));
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([256, 256, 88]);
    expect(shown(catalog)).toHaveLength(600);
  });

  it('wait for other work on the catalog folder', async () => {
    const { committer, writer } = catalog;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const answers: string[] = [];
    void writer.run(() => promise);

    void committer.submit(body('a')).then(noting(answers, 'a'));
    await settle();
    expect(answers).toEqual([]);

    resolve(undefined);
    await settle();
    expect(answers).toEqual(['a created']);
  });
});

describe('while the repository asks for a pause', () => {
  it('leaves the writer lock to others, and commits whatever has arrived by the end in one commit', async () => {
    const { committer, repository, writer } = catalog;
    const resume = repository.pause();
    const first = committer.submit(body('a'));
    await settle();

    let isFree = false;
    await writer.run(async () => void (isFree = true));
    const late = committer.submit(body('b'));
    resume();
    await Promise.all([first, late]);
    expect(isFree).toBe(true);
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([2]);
  });

  it('answers at once what needs no commit', async () => {
    const { committer, repository } = catalog;
    const listed = await committer.submit(body('listed'));
    repository.pause();
    void committer.submit(body('a'));
    await settle();

    expect(await committer.submit({ name: '' })).toMatchObject({ kind: 'refused' });
    expect(await committer.submit(body('listed'))).toMatchObject({ kind: 'listed', id: idOf(listed) });
    expect(repository.commits).toHaveLength(1);
  });

  it('commits in the order of arrival, however many wait', async () => {
    const { committer, repository } = catalog;
    const resume = repository.pause();
    const [answers, names] = [new Array<string>(), Array.from({ length: 600 }, (_, i) => `s-${String(i)}`)];
    const all = names.map((name) => committer.submit(body(name)).then(noting(answers, name)));

    resume();
    await Promise.all(all);
    expect(answers).toEqual(names.map((name) => `${name} created`));
    expect(repository.commits.map(({ paths }) => paths.length)).toEqual([256, 256, 88]);
  });

  it('commits what waits without further delay when it drains, and what comes after that', async () => {
    const { committer, repository } = catalog;
    repository.pause();
    const waiting = committer.submit(body('a'));
    await settle();

    await committer.drain();
    expect(await waiting).toMatchObject({ kind: 'created' });
    expect(await committer.submit(body('b'))).toMatchObject({ kind: 'created' });
    await committer.drain();
    expect(repository.commits).toHaveLength(2);
  });
});

describe('a commit that cannot be shown', () => {
  it('is answered as created all the same, and the fault of the index costs no answer', async () => {
    const { committer, store, log } = catalog;
    vi.spyOn(store.search, 'update').mockImplementationOnce(() => {
      throw new Error('the index is broken');
    });

    const outcome = await committer.submit(body('rain'));
    expect(outcome.kind).toBe('created');
    expect(shown(catalog)).toEqual([idOf(outcome)]);
    expect(log.lines).toMatchObject([
      { level: 'error', facts: { error: { message: 'the index is broken' } } },
    ]);
    const found = store.search.list({ text: 'rain', limit: 10, offset: 0 });
    expect(found.entries.map(({ declared }) => declared.id)).toEqual([idOf(outcome)]);
  });

  it('is answered as created, and shown once its files are read again', async () => {
    const { committer, store, log } = catalog;
    vi.spyOn(store, 'publish').mockRejectedValueOnce(new Error('out of memory'));

    const outcome = await committer.submit(body('rain'));
    expect(outcome.kind).toBe('created');
    expect(committer.lastFailure).toBeUndefined();
    await vi.waitFor(() => {
      expect(shown(catalog)).toEqual([idOf(outcome)]);
    });
    expect(log.lines.map(({ level }) => level)).toContain('error');
  });
});

describe('a commit that cannot be made', () => {
  it('fails every registration that rests on it, and no other', async () => {
    const { committer, repository } = catalog;
    const listed = await committer.submit(body('listed'));
    repository.failure = new CommitFailure('the disk is full');

    const answers = await Promise.all(
      [
        body('a'),
        aRegistration({ ...body('a'), name: 'The same' }),
        { name: '' },
        body('listed'),
        body('b'),
      ].map((input) => committer.submit(input)),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'refused', 'listed', 'failed']);
    expect(idOf(answers[3])).toBe(idOf(listed));
  });

  it('leaves nothing to see', async () => {
    const { committer, repository, store, changeLog, log } = catalog;
    await committer.submit(body('listed'));
    const [snapshot, changes] = [store.snapshot, changeLog.changes.length];
    repository.failure = new CommitFailure('the disk is full');

    await committer.submit(body('a'));
    expect(store.snapshot).toBe(snapshot);
    expect(store.snapshot.version.unbuilt).toBe(1);
    expect(changeLog.changes).toHaveLength(changes);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { error: repository.failure } }]);
  });

  it('is told until a commit can be made again', async () => {
    const { committer, repository } = catalog;
    expect(committer.lastFailure).toBeUndefined();

    repository.failure = new CommitFailure('the disk is full');
    await committer.submit(body('a'));
    expect(committer.lastFailure).toBe('the disk is full');

    repository.failure = undefined;
    expect(await committer.submit(body('a'))).toMatchObject({ kind: 'created' });
    expect(committer.lastFailure).toBeUndefined();
  });

  it('for a reason nobody thought of rejects all that rest on it, and the next one is made', async () => {
    const { committer, repository } = catalog;
    repository.failure = new Error('a surprise');
    const [a, b] = [committer.submit(body('a')), committer.submit(body('b'))];

    await expect(a).rejects.toThrow('a surprise');
    await expect(b).rejects.toThrow('a surprise');
    expect(shown(catalog)).toEqual([]);

    repository.failure = undefined;
    expect(await committer.submit(body('a'))).toMatchObject({ kind: 'created' });
  });
});
