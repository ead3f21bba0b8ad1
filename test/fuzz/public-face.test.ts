import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RawAnswer, sendRaw } from './raw-client.ts';
import { areas, type RequestCase, requestCases } from './requests.ts';
import { WatchedServer } from './watched-server.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 402);
const cases = Number(process.env['FUZZ_CASES'] ?? 21_000);
const clients = 12;

/** Longer than any wait for a turn of the processor, shorter than any wait for a lock. */
const longestWaitMs = 3_000;

/** The first cases compile the code that they reach. */
const warmUp = 1_000;

let watched: WatchedServer;

beforeAll(async () => {
  watched = await WatchedServer.start();
}, 120_000);

afterAll(async () => {
  await watched.stop();
});

async function sendAll(
  all: readonly RequestCase[],
): Promise<{ readonly case: RequestCase; readonly answer: RawAnswer }[]> {
  const queue = all.values();
  const answers: { case: RequestCase; answer: RawAnswer }[] = [];
  const client = async (): Promise<void> => {
    for (const each of queue) {
      answers.push({
        case: each,
        answer: await sendRaw(watched.port, each.bytes, { half: each.half === true }),
      });
    }
  };

  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

describe(`${String(cases)} requests that nobody means (FUZZ_SEED=${String(seed)})`, () => {
  it(
    'are answered without a fault, without a stall, and leave nothing behind',
    { timeout: 300_000 },
    async () => {
      const all = requestCases(watched.known, seed, cases);
      expect(new Set(all.map(({ area }) => area))).toEqual(new Set(areas));
      await sendAll(all.slice(0, warmUp));
      const descriptors = watched.descriptors();
      await watched.resetMeter();
      const before = await watched.meter();

      const answers = await sendAll(all.slice(warmUp));
      const faults = answers.filter(
        ({ answer: { status, head } }) => status >= 500 && !isIntended(status, head),
      );
      expect(
        faults.map(({ case: { bytes }, answer }) => [answer.status, bytes.toString('latin1').slice(0, 2000)]),
      ).toEqual([]);
      expect(watched.surprises()).toEqual([]);

      const after = await watched.meter();
      expect(after.worstCpuMs).toBeLessThanOrEqual(250);
      expect(after.worstWallMs).toBeLessThanOrEqual(longestWaitMs);
      expect(after.residentMb).toBeLessThan(before.residentMb + 200);
      await vi.waitFor(() => expect(watched.descriptors()).toBeLessThanOrEqual(descriptors + 3), {
        timeout: 60_000,
      });
      expect((await fetch(`${watched.server.url}/health`)).status).toBe(200);
    },
  );
});

function isIntended(status: number, head: string): boolean {
  return status === 503 && /\r\nretry-after: \d+/i.test(head);
}
