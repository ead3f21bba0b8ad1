import { describe, expect, it } from 'vitest';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { anApi, register } from '../../fixtures/api.ts';
import { codeOf } from '../../fixtures/bodies.ts';
import { aRegistration, otherWallet, registration } from '../../fixtures/registrations.ts';

const key = { 'idempotency-key': '6f1c2f9e-8a53-4b0e-9f0e-1d2c3b4a5968' };
const other = aRegistration({ endpoint: 'https://other.example.com' });

describe('an Idempotency-Key that was seen before', () => {
  it('with the same body repeats the first answer and registers nothing', async () => {
    const api = anApi();
    const first = await register(api, registration, key);
    api.time.advance(60_000);
    const second = await register(api, registration, key);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await second.text()).toBe(await first.text());
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(api.repository.commits).toHaveLength(1);
  });

  it('with another body is answered with 422 and registers nothing', async () => {
    const api = anApi();
    await register(api, registration, key);
    const response = await register(api, other, key);

    expect(response.status).toBe(422);
    expect(await codeOf(response)).toBe('idempotency_key_reused');
    expect(api.store.snapshot.size).toBe(1);
  });

  it('repeats the first answer even when the service has changed or was deleted', async () => {
    const api = anApi();
    const first = await (await register(api, registration, key)).text();
    const { id } = JSON.parse(first) as { id: string };
    await api.store.publish({ put: [], removed: [id], buried: [] }, await api.repository.version());

    expect(await (await register(api, registration, key)).text()).toBe(first);
    expect(api.store.snapshot.size).toBe(0);
  });

  it('can be reused a day later', async () => {
    const api = anApi();
    await register(api, registration, key);
    api.time.advance(24 * 60 * 60 * 1000);

    expect((await register(api, other, key)).status).toBe(201);
  });

  it('is independent for another API key', async () => {
    const api = anApi();
    const { token } = api.keys.make(api.time.now());
    await register(api, registration, key);

    expect((await register({ ...api, token }, other, key)).status).toBe(201);
    expect((await register({ ...api, token }, registration, key)).status).toBe(422);
  });

  it('can be reused after a registration that failed', async () => {
    const api = anApi();
    api.repository.failure = new CommitFailure('disk full');
    expect((await register(api, registration, key)).status).toBe(503);
    api.repository.failure = undefined;
    const response = await register(api, registration, key);

    expect(response.status).toBe(201);
    expect(response.headers.get('idempotency-replayed')).toBeNull();
    expect((await register(api, registration, key)).status).toBe(201);
    expect(api.repository.commits).toHaveLength(1);
  });

  it('repeats the refusal of an invalid body', async () => {
    const api = anApi();
    const wrong = aRegistration({ name: '' });
    const [first, second] = [await register(api, wrong, key), await register(api, wrong, key)];

    expect([first.status, second.status]).toEqual([422, 422]);
    expect(await second.text()).toBe(await first.text());
  });
});

describe('two concurrent requests with one Idempotency-Key', () => {
  it('register one service and get the same answer', async () => {
    const api = anApi();
    const responses = await Promise.all(Array.from({ length: 10 }, () => register(api, registration, key)));
    const bodies = await Promise.all(responses.map((response) => response.text()));

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(bodies).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(api.store.snapshot.size).toBe(1);
    expect(api.repository.commits).toHaveLength(1);
  });

  it('with different bodies register one service: 201 and 422', async () => {
    const api = anApi();
    const statuses = (await Promise.all([register(api, registration, key), register(api, other, key)])).map(
      ({ status }) => status,
    );

    expect(statuses.sort()).toEqual([201, 422]);
    expect(api.store.snapshot.size).toBe(1);
  });

  it('both fail when the commit fails, and can both be retried', async () => {
    const api = anApi();
    api.repository.failure = new CommitFailure('disk full');
    const twins = async (): Promise<number[]> =>
      (await Promise.all([register(api, registration, key), register(api, registration, key)])).map(
        ({ status }) => status,
      );

    expect(await twins()).toEqual([503, 503]);
    api.repository.failure = undefined;
    expect(await twins()).toEqual([201, 201]);
    expect(api.repository.commits).toHaveLength(1);
  });
});

describe('a registration that was committed but never answered', () => {
  it('is answered with 201 when it is retried with its key', async () => {
    const api = anApi();
    api.idempotency.failure = new Error('the process ended here');
    expect((await register(api, registration, key)).status).toBe(500);
    api.idempotency.failure = undefined;
    const response = await register(api, registration, key);

    expect(response.status).toBe(201);
    expect(api.store.snapshot.size).toBe(1);
    expect(api.repository.commits).toHaveLength(1);
  });
});

describe('a registration that was never committed', () => {
  it('is not answered with the service of another owner when it is retried', async () => {
    const api = anApi();
    const { token } = api.keys.make(api.time.now());
    api.repository.failure = new Error('the process ended here');
    expect((await register(api, registration, key)).status).toBe(500);
    api.repository.failure = undefined;
    api.time.advance(1000);
    const theirs = aRegistration({ x402Config: { paymentAddress: otherWallet, network: 'base' } });
    expect((await register({ ...api, token }, theirs)).status).toBe(201);

    expect((await register(api, registration, key)).status).toBe(409);
  });
});

describe('an Idempotency-Key', () => {
  it.each(['a', '!', '~', 'a'.repeat(255), '"quoted"', 'a/b?c=d', '__proto__'])(
    'may be %j',
    async (given) => {
      expect((await register(anApi(), registration, { 'idempotency-key': given })).status).toBe(201);
    },
  );

  it.each(['', 'a b', 'a'.repeat(256), '\u00e9', 'a\tb', 'one, two'])('may not be %j', async (given) => {
    const api = anApi();
    const response = await register(api, registration, { 'idempotency-key': given });

    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe('idempotency_key_invalid');
    expect(api.repository.commits).toEqual([]);
  });

  it('is optional: two requests without one are two registrations', async () => {
    const api = anApi();

    expect([(await register(api, registration)).status, (await register(api, registration)).status]).toEqual([
      201, 409,
    ]);
  });
});
