import { beforeEach, describe, expect, it } from 'vitest';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { StateUnavailable } from '../../../src/domain/unavailable.ts';
import { anApi, register, type TestApi } from '../../fixtures/api.ts';
import { codeOf } from '../../fixtures/bodies.ts';
import { operations } from '../../fixtures/described-api.ts';
import { registerAll } from '../../fixtures/owners.ts';
import { aRegistration, otherWallet } from '../../fixtures/registrations.ts';

// What becomes of a request when the process dies before its answer is tested in test/unit/live/idempotent-writes.test.ts.

const key = { 'idempotency-key': '6f1c2f9e-8a53-4b0e-9f0e-1d2c3b4a5968' };
const day = 86_400_000;

type Sender = Pick<TestApi, 'api' | 'token'>;
type Headers = Readonly<Record<string, string>>;

/** The operations that take a key; `listed` is their status for a service that they list. */
const writes: readonly {
  readonly operationId: string;
  readonly listed: number;
  readonly send: (sender: Sender, service: object, headers?: Headers, search?: string) => Promise<Response>;
}[] = [
  { operationId: 'registerService', listed: 201, send: register },
  {
    operationId: 'registerServices',
    listed: 200,
    send: (sender, service, headers = {}, search = '') => registerAll(sender, [service], { headers, search }),
  },
];

const one = aRegistration();
const other = aRegistration({ endpoint: 'https://other.example.com' });
const wrong = aRegistration({ name: '' });

let api: TestApi;

beforeEach(() => {
  api = anApi();
});

it('all operations that take an Idempotency-Key stand in the table', () => {
  const takers = operations.filter(({ operation }) =>
    operation.parameters.some(({ name }) => name === 'Idempotency-Key'),
  );

  expect(takers.map(({ operation }) => operation.operationId)).toEqual(
    writes.map(({ operationId }) => operationId),
  );
});

describe.each(writes)('$operationId with an Idempotency-Key', ({ listed, send }) => {
  const statuses = async (sent: readonly Promise<Response>[]): Promise<number[]> =>
    (await Promise.all(sent)).map(({ status }) => status);

  it.each([
    ['as long as its service is listed', one, false],
    ['when its service was removed meanwhile', one, true],
    ['when it was refused', wrong, false],
  ])('repeats its first answer, byte for byte, and makes nothing, %s', async (_when, service, isRemoved) => {
    const first = await send(api, service, key);
    const { length } = api.repository.commits;
    const ids = Array.from(api.store.snapshot.entries(), ({ declared }) => declared.id);
    const removed = isRemoved ? ids : [];
    await api.store.publish({ put: [], removed, buried: [] }, await api.repository.version());
    api.time.advance(day - 1);
    const second = await send(api, service, key);

    expect(second.status).toBe(first.status);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await second.text()).toBe(await first.text());
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    if (first.status === listed) expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(api.repository.commits).toHaveLength(length);
  });

  it('is refused with another body, or another operation, and makes nothing', async () => {
    await send(api, one, key);

    for (const again of [send, ...writes.map((each) => each.send).filter((each) => each !== send)]) {
      const response = await again(api, other, key);
      expect(response.status).toBe(422);
      expect(await codeOf(response)).toBe('idempotency_key_reused');
    }
    expect(api.store.snapshot.size).toBe(1);
  });

  it('is new again a day later, and for another API key', async () => {
    const { token } = api.keys.make(api.time.now());
    await send(api, one, key);
    expect((await send({ ...api, token }, other, key)).status).toBe(listed);
    expect((await send({ ...api, token }, one, key)).status).toBe(422);

    api.time.advance(day);
    const later = await send(api, aRegistration({ endpoint: 'https://later.example.com' }), key);
    expect(later.status).toBe(listed);
    expect(api.store.snapshot.size).toBe(3);
  });

  it('can be sent again after a failure', async () => {
    api.repository.failure = new CommitFailure('disk full');
    expect((await send(api, one, key)).status).toBe(503);
    api.repository.failure = undefined;
    const response = await send(api, one, key);

    expect(response.status).toBe(listed);
    expect(response.headers.get('idempotency-replayed')).toBeNull();
    expect((await send(api, one, key)).headers.get('idempotency-replayed')).toBe('true');
    expect(api.repository.commits).toHaveLength(1);
  });

  it('sent ten times at once is made once, and all get one answer', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => send(api, one, key)));

    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([listed]));
    expect(new Set(await Promise.all(all.map((response) => response.text()))).size).toBe(1);
    expect(all.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(api.repository.commits).toHaveLength(1);
  });

  it('sent with two bodies at once is made for one, and refused for the other', async () => {
    expect((await statuses([send(api, one, key), send(api, other, key)])).sort()).toEqual([listed, 422]);
    expect(api.store.snapshot.size).toBe(1);
  });

  it('sent at once with two API keys is made for both', async () => {
    const { token } = api.keys.make(api.time.now());

    expect(await statuses([send(api, one, key), send({ ...api, token }, other, key)])).toEqual([
      listed,
      listed,
    ]);
  });

  it('sent twice at once fails twice when the commit fails, and both can be sent again', async () => {
    const twins = () => statuses([send(api, one, key), send(api, one, key)]);
    api.repository.failure = new CommitFailure('disk full');
    expect(await twins()).toEqual([503, 503]);

    api.repository.failure = undefined;
    expect(await twins()).toEqual([listed, listed]);
    expect(api.repository.commits).toHaveLength(1);
  });

  it('that was committed and never answered is answered when it is sent again', async () => {
    api.idempotency.failure = new Error('the process ended here');
    expect((await send(api, one, key)).status).toBe(500);
    api.idempotency.failure = undefined;

    expect((await send(api, one, key)).status).toBe(listed);
    expect(api.repository.commits).toHaveLength(1);
  });

  it('commits nothing when its key cannot be recorded', async () => {
    api.idempotency.begin = () => Promise.reject(new StateUnavailable('busy', 'the database is locked'));

    expect((await send(api, one, key)).status).toBe(503);
    expect(api.repository.commits).toEqual([]);
  });

  it('does not use up its key in a dry run', async () => {
    await send(api, other, key, '?dryRun=true');
    const response = await send(api, one, key);

    expect(response.status).toBe(listed);
    expect(response.headers.get('idempotency-replayed')).toBeNull();
  });

  it.each(['a', '!', '~', 'a'.repeat(255), '"quoted"', 'a/b?c=d', '__proto__'])(
    'takes %j for one',
    async (given) => {
      expect((await send(api, one, { 'idempotency-key': given })).status).toBe(listed);
    },
  );

  it.each(['', 'a b', 'a'.repeat(256), '\u00e9', 'a\tb', 'one, two'])(
    'refuses %j, and makes nothing',
    async (given) => {
      const response = await send(api, one, { 'idempotency-key': given });

      expect(response.status).toBe(400);
      expect(await codeOf(response)).toBe('idempotency_key_invalid');
      expect(api.repository.commits).toEqual([]);
    },
  );
});

describe('a registration that was never committed', () => {
  it('is not answered with the service of another owner when it is retried', async () => {
    const { token } = api.keys.make(api.time.now());
    api.repository.failure = new Error('the process ended here');
    expect((await register(api, one, key)).status).toBe(500);
    api.repository.failure = undefined;
    api.time.advance(1000);
    const theirs = aRegistration({ x402Config: { paymentAddress: otherWallet, network: 'base' } });
    expect((await register({ ...api, token }, theirs)).status).toBe(201);

    expect((await register(api, one, key)).status).toBe(409);
  });
});

describe('a registration without an Idempotency-Key', () => {
  it('is another one each time', async () => {
    expect([(await register(api, one)).status, (await register(api, one)).status]).toEqual([201, 409]);
  });
});

it('the answer to a batch is not that to a registration with the same body and key', async () => {
  await registerAll(api, [one], { headers: key });
  const response = await register(api, { services: [one] }, key);

  expect(response.status).toBe(422);
  expect(await codeOf(response)).toBe('idempotency_key_reused');
});
