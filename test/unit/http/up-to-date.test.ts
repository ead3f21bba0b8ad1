import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anApi, register, request, type TestApi } from '../../fixtures/api.ts';
import { aService, anEntry } from '../../fixtures/services.ts';
import { aRegistration } from '../../fixtures/registrations.ts';

const [known, late] = [
  aService({ name: 'Known' }),
  aService({ name: 'Late', endpoint: aRegistration().endpoint }),
];
const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };

let isReachable: boolean;
let test: TestApi;
/** Takes in that another server listed a service. */
const current = vi.fn(async (): Promise<boolean> => {
  if (isReachable) await test.store.publish({ put: [late], removed: [], buried: [] }, commit);
  return isReachable;
});

beforeEach(() => {
  current.mockClear();
  isReachable = true;
  test = anApi({ entries: [anEntry(known)], parts: { current } });
});

const statusOf = async (path: string): Promise<number> => (await request(test, path)).status;

describe('a server that follows others', () => {
  it.each(['', '/status', '/declaration', '/trust'])(
    'finds what another listed at once: %s',
    async (view) => {
      expect(await statusOf(`/api/services/${late.id}${view}`)).toBe(200);
    },
  );

  it('asks nobody for what it knows, and for lists', async () => {
    expect(await statusOf(`/api/services/${known.id}`)).toBe(200);
    expect(await statusOf('/api/services')).toBe(200);

    expect(current).not.toHaveBeenCalled();
  });

  it('calls an id unknown once it knows what others did', async () => {
    expect(await statusOf('/api/services/nothing-aaaaaaaa')).toBe(404);
    expect(current).toHaveBeenCalledTimes(1);
  });

  it('calls no id unknown while it knows that it is behind', async () => {
    isReachable = false;
    const answer = await request(test, `/api/services/${late.id}`);

    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('decides writes against what others did', async () => {
    const answer = await register(test, aRegistration());
    expect(await answer.json()).toMatchObject({ code: 'endpoint_listed' });

    expect(current).toHaveBeenCalled();
  });
});
