import { expect, it } from 'vitest';
import { StateUnavailable } from '../../../src/domain/unavailable.ts';
import { AuditTrail } from '../../../src/live/audit-trail.ts';
import { TestClock } from '../../fixtures/clock.ts';
import { MemoryAudit } from '../../fixtures/memory-state.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

const act = { act: 'remove', owner: 'acme', key: 'k1', service: 's', requestId: 'r1' } as const;
const away = (): Promise<never> =>
  Promise.reject(new StateUnavailable('unreachable', 'the database is away'));

function aTrail(methods: Partial<MemoryAudit> = {}) {
  const [lines, log] = [Object.assign(new MemoryAudit(), methods), new MemoryLog()];

  return { lines, log, trail: new AuditTrail({ lines, clock: new TestClock().now, log }) };
}

it('has the line of an act before it begins', async () => {
  const { lines, trail } = aTrail();
  const seen = await trail.record(act, async () => [...lines.lines]);

  expect(seen).toMatchObject([{ ...act, outcome: undefined }]);
  expect(lines.lines).toMatchObject([{ ...act, outcome: 'done' }]);
});

it('does nothing when the line cannot be written', async () => {
  const { trail } = aTrail({ begin: away });
  let isDone = false;
  const recorded = trail.record(act, async () => {
    isDone = true;
  });

  await expect(recorded).rejects.toThrow(StateUnavailable);
  expect(isDone).toBe(false);
});

it('says in the log when the outcome cannot be written, and gives the result', async () => {
  const { trail, log } = aTrail({ end: away });

  expect(await trail.record(act, async () => 'result')).toBe('result');
  expect(log.lines.map(({ message }) => message)).toEqual(['the audit trail lacks the outcome of an act']);
  expect(log.lines[0]?.facts).toMatchObject({ act: 'remove', requestId: 'r1', outcome: 'done' });
});

it('notes that an act failed, and passes its error on', async () => {
  const { lines, trail } = aTrail();

  await expect(trail.record(act, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(lines.lines).toMatchObject([{ outcome: 'failed' }]);
});

it('forgets lines of more than 90 days, and says when it had to forget younger ones', async () => {
  const asked: unknown[] = [];
  const { trail, log } = aTrail({
    prune: async (...args: unknown[]) => asked.push(args),
  });
  trail.startPruning();
  trail.stop();
  await expect.poll(() => log.lines.length).toBe(1);

  const time = new TestClock();
  const acts = ['register', 'register_batch', 'make_key', 'create_webhook'];
  expect(asked).toEqual([
    [time.in(-90 * 24 * 3600_000), 1_000_000, { acts, since: time.in(-24 * 3600_000) }],
  ]);
  expect(log.lines[0]).toMatchObject({ facts: { lines: 1 } });
});
