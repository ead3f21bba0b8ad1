import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseCount, casesTimeoutMs, seed } from '../../support/cases.ts';
import { areas, requestCases } from './requests.ts';
import { isFault, sendAll } from './send-all.ts';
import { WatchedServer } from './watched-server.ts';
import { soon } from '../../support/soon.ts';

const cases = caseCount(2_100);

/** Longer than any wait for the CPU, and shorter than any wait for a lock. */
const longestWaitMs = 3_000;

/** The first cases are slower, because they compile the code that they reach. */
const warmUp = 500;

let watched: WatchedServer;

beforeAll(async () => {
  watched = await WatchedServer.start();
}, casesTimeoutMs);

afterAll(async () => {
  await watched.stop();
});

describe(`${String(cases)} requests that nobody means (FUZZ_SEED=${String(seed)})`, () => {
  it(
    'are answered without a fault, without a stall, and leave nothing behind',
    async () => {
      const all = requestCases(watched.known, seed, cases);
      expect(new Set(all.map(({ area }) => area))).toEqual(new Set(areas));
      await sendAll(watched.port, all.slice(0, warmUp));
      const descriptors = watched.descriptors();
      await watched.resetMeter();
      const before = await watched.meter();

      const answers = await sendAll(watched.port, all.slice(warmUp));
      const faults = answers.filter(({ answer }) => isFault(answer));
      expect(
        faults.map(({ sent, answer }) => [answer.status, sent.bytes.toString('latin1').slice(0, 2000)]),
      ).toEqual([]);
      expect(watched.surprises()).toEqual([]);

      const after = await watched.meter();
      expect(after.worstCpuMs).toBeLessThanOrEqual(250);
      expect(after.worstWallMs).toBeLessThanOrEqual(longestWaitMs);
      expect(after.residentMb).toBeLessThan(before.residentMb + 200);
      await vi.waitFor(() => expect(watched.descriptors()).toBeLessThanOrEqual(descriptors + 3), soon);
      expect((await fetch(`${watched.server.url}/health`)).status).toBe(200);
    },
    casesTimeoutMs,
  );
});
