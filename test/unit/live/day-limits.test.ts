import { expect, it } from 'vitest';
import type { AuditedAct } from '../../../src/domain/audit.ts';
import { DayLimits } from '../../../src/live/day-limits.ts';
import { TestClock } from '../../fixtures/clock.ts';
import { MemoryAudit } from '../../fixtures/memory-state.ts';

const hourMs = 3600_000;
const owner = 'github:1';
const client = '192.0.2.7';

/** The limits at a moment, of an act that has just begun there. */
async function limitsAfter(act: AuditedAct, made: readonly (readonly [hours: number, count: number])[]) {
  const time = new TestClock();
  const lines = new MemoryAudit();
  for (const [hours, count] of made) {
    for (let i = 0; i < count; i += 1) {
      const number = await lines.begin({ act, at: time.in(-hours * hourMs), owner, client });
      await lines.end(number, { outcome: 'done', subject: 's' });
    }
  }
  await lines.begin({ act, at: time.now(), owner, client });
  return new DayLimits({ lines, clock: time.now });
}

it('leave what an address has not made within a day', async () => {
  const limits = await limitsAfter('register', [
    [25, 50],
    [24, 50],
    [23, 30],
    [1, 40],
  ]);

  expect(await limits.room('services', owner, client)).toEqual({
    most: 100,
    left: 30,
    retryAfterSeconds: 3600,
  });
});

it.each([
  ['services', 'register_batch', 100],
  ['keys', 'make_key', 200],
  ['webhooks', 'create_webhook', 40],
] as const)('leave nothing of the %s that an address may make', async (limit, act, most) => {
  const limits = await limitsAfter(act, [[2, most]]);

  expect(await limits.room(limit, owner, client)).toEqual({ most, left: 0, retryAfterSeconds: 22 * 3600 });
});

it('count acts that run at the same time, so that none takes the room of another', async () => {
  const time = new TestClock();
  const lines = new MemoryAudit();
  for (let i = 0; i < 41; i += 1) await lines.begin({ act: 'create_webhook', at: time.now(), owner, client });
  const limits = new DayLimits({ lines, clock: time.now });

  expect(await limits.room('webhooks', owner, client)).toMatchObject({ left: 0 });
});

it('do not hold for owners whom the operator named', async () => {
  const limits = await limitsAfter('register', [[1, 100]]);

  expect(await limits.room('services', 'acme', client)).toBeUndefined();
});
