import { describe, expect, it, vi } from 'vitest';
import { rememberingHistory } from '../../../src/build/remembering-history.ts';
import { emptyHistory } from '../../../src/live/service-history.ts';
import { anEntry } from '../../fixtures/services.ts';

const at = new Date('2026-02-03T04:05:06Z');
const [a, b] = [anEntry({ name: 'A' }), anEntry({ name: 'B' })];

describe('the history of a build', () => {
  it('answers what the history does', async () => {
    const history = emptyHistory(() => at);
    const remembering = rememberingHistory(history);

    expect(await remembering.observed(a)).toEqual(await history.observed(a));
    expect(await remembering.checks(a, 90, at)).toEqual(await history.checks(a, 90, at));
    expect(await remembering.dayCounts(a, 30)).toEqual(await history.dayCounts(a, 30));
    expect(await remembering.payments(a, 90)).toEqual(await history.payments(a, 90));
    expect(await remembering.paymentsTo([a.declared.id])).toEqual(await history.paymentsTo([a.declared.id]));
    expect(await remembering.catalogPayments()).toEqual(await history.catalogPayments());
    expect(remembering.countedNetworks).toEqual(history.countedNetworks);
  });

  it('reads the same once for each service, and what differs apart', async () => {
    const history = emptyHistory(() => at);
    const spies = [
      vi.spyOn(history, 'observed'),
      vi.spyOn(history, 'checks'),
      vi.spyOn(history, 'dayCounts'),
    ];
    const remembering = rememberingHistory(history);

    for (const entry of [a, b, a]) {
      await remembering.observed(entry);
      for (const days of [90, 30, 90]) {
        await remembering.checks(entry, days, at);
        await remembering.dayCounts(entry, days);
      }
    }
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([2, 4, 4]);
  });
});
