import { expect, it, onTestFinished, vi } from 'vitest';
import type { SharedState } from '../../../src/live/ports.ts';
import { followOthers } from '../../../src/app/following.ts';
import { aLiveCatalog } from '../../support/live-catalog.ts';

const leaseMs = 60_000;

/** A server that takes in what others did, until it cannot read what they observed. */
async function aFollower() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const catalog = aLiveCatalog();
  const { epoch, number: feed } = catalog.feed.position;
  const begun = { epoch, feed, checks: 0, payments: 0 };
  const shared = {
    revisions: vi.fn<SharedState['revisions']>().mockResolvedValue(begun),
    observedAfter: () => Promise.reject(new Error('the table is broken')),
    reportReplicaLag: () => Promise.resolve(true),
  };
  const following = followOthers({
    ...catalog,
    ...{ state: { ...catalog, shared, checks: { facts: async () => new Map() } }, begun, leaseMs },
    ...{ serverId: 'this one', branch: undefined, show: async () => undefined },
  });
  await following?.current();
  shared.revisions.mockResolvedValue({ ...begun, checks: 1 });
  return following;
}

it.each([
  ['keeps its requests for a lease', leaseMs, false],
  ['leaves them to others a quarter of a lease later', (leaseMs * 5) / 4, true],
])('a server that cannot take in what others did %s', async (_what, ms, isStaleReplica) => {
  const following = await aFollower();
  vi.advanceTimersByTime(ms);
  await following?.current();

  expect(following?.failure).toBeDefined();
  expect(following?.isStaleReplica).toBe(isStaleReplica);
});
