import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { serviceId } from '../../../src/domain/service-id.ts';
import type { Outcome } from '../../../src/registration/act.ts';
import type { StoredAnswer } from '../../../src/registration/idempotency.ts';
import { storedAnswer } from '../../../src/views/service.ts';
import { IdempotentWrites, type WriteAnswer } from '../../../src/live/idempotent-writes.ts';
import { MemoryIdempotency } from '../../fixtures/memory-state.ts';
import { aRegistration, registering, registration } from '../../fixtures/registrations.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../../support/live-catalog.ts';

let catalog: LiveCatalog;
let idempotency: MemoryIdempotency;
let writes: IdempotentWrites;

beforeEach(() => {
  catalog = aLiveCatalog();
  idempotency = new MemoryIdempotency();
  writes = newWrites();
});

/** Writes as in a new process, which knows only what is stored. */
function newWrites(patienceMs = 0): IdempotentWrites {
  return new IdempotentWrites({ ...catalog, idempotency, patienceMs });
}

interface Request {
  readonly input: unknown;
  readonly bodyHash: string;
  readonly keyId: string;
  readonly idempotencyKey: string | undefined;
}

function register(
  { input, idempotencyKey: key, ...sent }: Request,
  by: IdempotentWrites = writes,
): Promise<WriteAnswer> {
  const act = { ...registering(input), by: { owner: 'acme' } };
  const print = (outcome: Outcome): StoredAnswer | undefined =>
    outcome.kind === 'created' ? storedAnswer(outcome.entry) : undefined;
  return by.submit(act, key === undefined ? undefined : { ...sent, key }, print);
}

/** The replay of a service that was created. */
function replayOf(answer: WriteAnswer | undefined): WriteAnswer {
  if (answer?.kind === 'created') return { kind: 'replayed', ...storedAnswer(answer.entry) };
  throw new Error(`nothing was created, but ${answer?.kind ?? 'nothing'}`);
}

/** A request with an Idempotency-Key. */
function keyed(overrides: Partial<Request> = {}): Request {
  return { input: aRegistration(), bodyHash: 'hash', keyId: 'me', idempotencyKey: 'once', ...overrides };
}

describe('servers that get a request with the same key at once', () => {
  it('make one service, and all answer with it', async () => {
    const servers = Array.from({ length: 3 }, () => newWrites(60_000));
    const answers = await Promise.all(servers.map((server) => register(keyed(), server)));

    expect(answers.map(({ kind }) => kind).sort()).toEqual(['created', 'replayed', 'replayed']);
    const created = answers.find(({ kind }) => kind === 'created');
    expect(answers.find(({ kind }) => kind === 'replayed')).toEqual(replayOf(created));
    expect(shown(catalog)).toHaveLength(1);
  });
});

describe('a registration with an Idempotency-Key', () => {
  it('gets its first answer again, byte for byte, when it is repeated', async () => {
    const first = await register(keyed());
    const service = catalog.store.snapshot.find(shown(catalog)[0] ?? '')?.declared;
    await catalog.follower.apply(
      new Set(service ? [catalog.files.put({ ...service, description: 'Edited since.' })] : []),
    );

    expect(await register(keyed())).toEqual(replayOf(first));
    expect(await register(keyed(), newWrites())).toEqual(replayOf(first));
    expect(catalog.repository.commits).toHaveLength(1);
  });

  it('fails at once together with the first, though another server could still answer', async () => {
    const server = newWrites(60_000);
    catalog.repository.failure = new CommitFailure('the disk is full');

    expect(await Promise.all([register(keyed(), server), register(keyed(), server)])).toEqual([
      { kind: 'failed' },
      { kind: 'failed' },
    ]);
  });

  it('can be sent with a corrected body after a refusal', async () => {
    expect(await register(keyed({ input: {}, bodyHash: 'wrong' }))).toMatchObject({
      kind: 'refused',
    });

    expect(await register(keyed())).toMatchObject({ kind: 'created' });
  });

  it('gets its service when a failed commit turns out to have been made', async () => {
    catalog.repository.failure = new CommitFailure('no answer');
    await register(keyed());
    catalog.repository.failure = undefined;
    const elsewhere = await register(keyed({ idempotencyKey: undefined }));

    expect(elsewhere.kind).toBe('created');
    expect(await register(keyed())).toEqual(replayOf(elsewhere));
  });

  it('is refused each time when its endpoint was listed before', async () => {
    await register(keyed({ idempotencyKey: undefined }));

    for (let i = 0; i < 2; i += 1) {
      expect(await register(keyed())).toMatchObject({ kind: 'listed' });
    }
  });
});

describe('a process that dies', () => {
  it('between commit and answer has created its service: a retry gets it', async () => {
    vi.spyOn(idempotency, 'finish').mockRejectedValueOnce(new Error('killed'));
    await expect(register(keyed())).rejects.toThrow('killed');
    const [id] = shown(catalog);
    catalog.time.advance(60_000);

    const again = await register(keyed(), newWrites());
    expect(again).toMatchObject({ kind: 'replayed', id });
    expect(await register(keyed(), newWrites())).toEqual(again);
    expect(catalog.repository.commits).toHaveLength(1);
  });

  it('between commit and answer has created its service, though the clock was set back meanwhile', async () => {
    vi.spyOn(idempotency, 'finish').mockRejectedValueOnce(new Error('killed'));
    vi.spyOn(catalog.repository, 'commit').mockImplementationOnce((...sent) => {
      catalog.time.advance(-3_600_000);
      return catalog.repository.commit(...sent);
    });
    await expect(register(keyed())).rejects.toThrow('killed');

    expect(await register(keyed(), newWrites())).toMatchObject({ kind: 'replayed', id: shown(catalog)[0] });
  });

  it('between commit and answer still reserves its key for the same body', async () => {
    vi.spyOn(idempotency, 'finish').mockRejectedValueOnce(new Error('killed'));
    await expect(register(keyed())).rejects.toThrow('killed');

    expect(await register(keyed({ bodyHash: 'other' }), newWrites())).toEqual({ kind: 'key_reused' });
  });

  it('before the commit has created nothing: a retry creates the service', async () => {
    catalog.repository.failure = new Error('killed');
    await expect(register(keyed())).rejects.toThrow('killed');

    catalog.repository.failure = undefined;
    expect(await register(keyed(), newWrites())).toMatchObject({ kind: 'created' });
  });

  it('does not get a service that somebody else registered in the meantime', async () => {
    const id = serviceId('Another', registration.endpoint);
    await idempotency.begin('me', 'once', { bodyHash: 'hash', expected: [id] }, catalog.clock());
    await register(keyed({ input: aRegistration({ name: 'Another' }), idempotencyKey: undefined }));

    expect(await register(keyed(), newWrites())).toMatchObject({
      kind: 'listed',
      id: shown(catalog)[0],
    });
  });

  it('does not get a service that was listed before it began', async () => {
    await register(keyed({ idempotencyKey: undefined }));
    await idempotency.begin('me', 'once', { bodyHash: 'hash', expected: [] }, catalog.clock());

    expect(await register(keyed(), newWrites())).toMatchObject({ kind: 'listed' });
  });
});

describe('a batch with an Idempotency-Key', () => {
  const owner = { owner: 'acme' };
  const numbered = (i: number) => aRegistration({ endpoint: `https://api${String(i)}.example.com` });
  const inputs = [numbered(1), { name: '' }, numbered(2), numbered(1)];

  /** Sends the batch as from a process of its own. The answer is the ids that it made, and the kinds of the other rows. */
  const send = (by: IdempotentWrites = newWrites(), bodyHash = 'hash'): Promise<WriteAnswer> => {
    const print = (outcome: Outcome): StoredAnswer | undefined => {
      if (outcome.kind !== 'batch') return undefined;
      const rows = outcome.rows.map((row) => (row.kind === 'created' ? row.entry.declared.id : row.kind));
      return { id: null, body: rows.join() };
    };
    return by.submit({ kind: 'batch', inputs, by: owner }, { keyId: 'me', key: 'once', bodyHash }, print);
  };
  const [one = '', two = ''] = [1, 2].map((i) => serviceId(registration.name, numbered(i).endpoint));
  const answer = { kind: 'replayed', id: null, body: [one, 'refused', two, 'listed'].join() };

  it('gets its first answer again, and makes nothing twice', async () => {
    expect(await send()).toMatchObject({ kind: 'batch' });
    await catalog.committer.submit({ kind: 'remove', id: one, by: owner });

    expect(await send()).toEqual(answer);
    expect(shown(catalog)).toEqual([two]);
    expect(await send(newWrites(), 'other')).toEqual({ kind: 'key_reused' });
  });

  it('gets the answer that it would have had when the process died between commit and answer', async () => {
    vi.spyOn(idempotency, 'finish').mockRejectedValueOnce(new Error('killed'));
    await expect(send()).rejects.toThrow('killed');

    expect(await send()).toEqual(answer);
    expect(await send()).toEqual(answer);
    expect(catalog.repository.commits).toHaveLength(1);
  });

  it('is made when the process died before the commit', async () => {
    catalog.repository.failure = new Error('killed');
    await expect(send()).rejects.toThrow('killed');

    catalog.repository.failure = undefined;
    expect(await send()).toMatchObject({ kind: 'batch' });
    expect(await send()).toEqual(answer);
    expect(shown(catalog)).toEqual([one, two].sort());
  });

  it('keeps apart what others listed meanwhile', async () => {
    catalog.repository.failure = new CommitFailure('the disk is full');
    expect(await send()).toEqual({ kind: 'failed' });
    catalog.repository.failure = undefined;
    await catalog.committer.submit({ kind: 'register', input: numbered(1), by: { owner: 'somebody-else' } });

    expect(await send()).toMatchObject({
      rows: [{ kind: 'listed' }, {}, { kind: 'created' }, { kind: 'listed' }],
    });
  });

  it('may be refused in every row, and gets that answer again', async () => {
    await catalog.committer.submit({ kind: 'register', input: numbered(1), by: owner });
    await catalog.committer.submit({ kind: 'register', input: numbered(2), by: owner });

    expect(await send()).toMatchObject({ kind: 'batch' });
    expect(await send()).toEqual({ ...answer, body: 'listed,refused,listed,listed' });
  });

  it('is told at length what is wrong, again and again, without any of that being stored', async () => {
    const finish = vi.spyOn(idempotency, 'finish');
    const refuse = (bodyHash: string): Promise<WriteAnswer> =>
      newWrites().submit(
        { kind: 'batch', inputs: [{ name: '' }], by: owner },
        { keyId: 'me', key: 'once', bodyHash },
        () => ({ id: null, body: 'x'.repeat(5_000) }),
      );

    expect(await refuse('hash')).toMatchObject({ kind: 'batch' });
    expect(await refuse('hash')).toMatchObject({ kind: 'batch', rows: [{ kind: 'refused' }] });
    expect(await refuse('other')).toEqual({ kind: 'key_reused' });
    expect(finish).not.toHaveBeenCalled();
  });
});
