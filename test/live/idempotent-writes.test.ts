import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CommitFailure } from '../../src/domain/commit-failure.ts';
import { bodyOf } from '../../src/views/body.ts';
import { serviceView } from '../../src/views/service.ts';
import { type IncomingRegistration, Registrar } from '../../src/live/idempotent-writes.ts';
import { MemoryIdempotency } from '../fixtures/memory-state.ts';
import { aRegistration } from '../fixtures/registrations.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../support/live-catalog.ts';

let catalog: LiveCatalog;
let idempotency: MemoryIdempotency;
let registrar: Registrar;

beforeEach(() => {
  catalog = aLiveCatalog();
  idempotency = new MemoryIdempotency();
  registrar = aRegistrar();
});

/** A registrar as a new process has it: it knows what is stored, and nothing else. */
function aRegistrar(): Registrar {
  return new Registrar({ ...catalog, idempotency });
}

/** A request with an Idempotency-Key. */
function keyed(overrides: Partial<IncomingRegistration> = {}): IncomingRegistration {
  return { input: aRegistration(), bodyHash: 'hash', keyId: 'me', idempotencyKey: 'once', ...overrides };
}

describe('a registration without an Idempotency-Key', () => {
  const plain = keyed({ idempotencyKey: undefined });

  it('is made, and answered with the service as every read answers it', async () => {
    const result = await registrar.register(plain);

    const [id = ''] = shown(catalog);
    const entry = catalog.store.snapshot.find(id);
    expect(result).toEqual({
      kind: 'created',
      id,
      body: entry && bodyOf(serviceView(entry)),
      replayed: false,
    });
  });

  it('that comes again is listed already', async () => {
    await registrar.register(plain);

    expect(await registrar.register(plain)).toEqual({ kind: 'listed', id: shown(catalog)[0] });
  });

  it('is refused with every problem at once', async () => {
    expect(await registrar.register({ ...plain, input: { name: 1 } })).toMatchObject({
      kind: 'refused',
      problems: expect.arrayContaining([
        expect.objectContaining({ pointer: '/name' }),
        expect.objectContaining({ pointer: '/endpoint' }),
      ]) as unknown,
    });
  });

  it('can be tried as often as one likes', async () => {
    expect(registrar.try(plain.input)).toMatchObject({ kind: 'created', replayed: false });
    expect(registrar.try(plain.input)).toMatchObject({ kind: 'created', replayed: false });
    expect(registrar.try({})).toMatchObject({ kind: 'refused' });
    expect(shown(catalog)).toEqual([]);
  });
});

describe('a registration with an Idempotency-Key', () => {
  it('that comes again gets the first answer again, to the letter', async () => {
    const first = await registrar.register(keyed());
    const service = catalog.store.snapshot.find(shown(catalog)[0] ?? '')?.declared;
    await catalog.follower.takeUp(
      new Set(service ? [catalog.files.put({ ...service, description: 'Edited since.' })] : []),
    );

    expect(await registrar.register(keyed())).toEqual({ ...first, replayed: true });
    expect(await aRegistrar().register(keyed())).toEqual({ ...first, replayed: true });
    expect(catalog.repository.commits).toHaveLength(1);
  });

  it('that comes again with another body is refused', async () => {
    await registrar.register(keyed());

    expect(await registrar.register(keyed({ bodyHash: 'other' }))).toEqual({ kind: 'key_reused' });
  });

  it('that comes again while the first one runs waits for its answer', async () => {
    const release = catalog.repository.hold();
    const requests = [keyed(), keyed(), keyed({ bodyHash: 'other' })].map((request) =>
      registrar.register(request),
    );

    release();
    const [first, second, third] = await Promise.all(requests);
    expect(first).toMatchObject({ kind: 'created', replayed: false });
    expect(second).toEqual({ ...first, replayed: true });
    expect(third).toEqual({ kind: 'key_reused' });
    expect(catalog.repository.commits).toHaveLength(1);
  });

  it('is that of its API key alone', async () => {
    await registrar.register(keyed());

    expect(await registrar.register(keyed({ keyId: 'other' }))).toMatchObject({ kind: 'listed' });
  });

  it('that was refused may be mended and sent again', async () => {
    expect(await registrar.register(keyed({ input: {}, bodyHash: 'wrong' }))).toMatchObject({
      kind: 'refused',
    });

    expect(await registrar.register(keyed())).toMatchObject({ kind: 'created', replayed: false });
  });

  it('that failed is made when it comes again', async () => {
    catalog.repository.failure = new CommitFailure('the disk is full');
    expect(await registrar.register(keyed())).toEqual({ kind: 'failed' });

    catalog.repository.failure = undefined;
    expect(await registrar.register(keyed())).toMatchObject({ kind: 'created', replayed: false });
  });

  it('that failed, and turns out later to have been made, gets its service', async () => {
    catalog.repository.failure = new CommitFailure('no answer');
    await registrar.register(keyed());
    catalog.repository.failure = undefined;
    const elsewhere = await registrar.register(keyed({ idempotencyKey: undefined }));

    expect(elsewhere.kind).toBe('created');
    expect(await registrar.register(keyed())).toEqual({ ...elsewhere, replayed: true });
  });

  it('of an endpoint that was listed before is told so, each time', async () => {
    await registrar.register(keyed({ idempotencyKey: undefined }));

    for (let i = 0; i < 2; i += 1) {
      expect(await registrar.register(keyed())).toMatchObject({ kind: 'listed' });
    }
  });

  it('is taken anew a day later', async () => {
    await registrar.register(keyed());

    catalog.time.advance(24 * 60 * 60 * 1000);
    expect(await registrar.register(keyed({ bodyHash: 'other' }))).toMatchObject({ kind: 'listed' });
  });
});

describe('a process that dies', () => {
  it('between commit and answer has made its service: the same request gets it', async () => {
    vi.spyOn(idempotency, 'finish').mockRejectedValueOnce(new Error('killed'));
    await expect(registrar.register(keyed())).rejects.toThrow('killed');
    const [id] = shown(catalog);
    catalog.time.advance(60_000);

    const again = await aRegistrar().register(keyed());
    expect(again).toMatchObject({ kind: 'created', id, replayed: true });
    expect(await aRegistrar().register(keyed())).toEqual(again);
    expect(catalog.repository.commits).toHaveLength(1);
  });

  it('between commit and answer still keeps its key from another body', async () => {
    vi.spyOn(idempotency, 'finish').mockRejectedValueOnce(new Error('killed'));
    await expect(registrar.register(keyed())).rejects.toThrow('killed');

    expect(await aRegistrar().register(keyed({ bodyHash: 'other' }))).toEqual({ kind: 'key_reused' });
  });

  it('before the commit has made nothing: the same request makes it', async () => {
    catalog.repository.failure = new Error('killed');
    await expect(registrar.register(keyed())).rejects.toThrow('killed');

    catalog.repository.failure = undefined;
    expect(await aRegistrar().register(keyed())).toMatchObject({ kind: 'created', replayed: false });
  });

  it('does not own a service that somebody else registered in the meantime', async () => {
    await idempotency.begin('me', 'once', 'hash', catalog.clock());
    catalog.time.advance(1000);
    await registrar.register(keyed({ input: aRegistration({ name: 'Another' }), idempotencyKey: undefined }));

    expect(await aRegistrar().register(keyed())).toEqual({ kind: 'listed', id: shown(catalog)[0] });
  });

  it('does not own a service that was listed before it began', async () => {
    await registrar.register(keyed({ idempotencyKey: undefined }));
    catalog.time.advance(1000);
    await idempotency.begin('me', 'once', 'hash', catalog.clock());

    expect(await aRegistrar().register(keyed())).toMatchObject({ kind: 'listed' });
  });
});
