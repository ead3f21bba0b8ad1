import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueServices } from '../../../src/live/due-services.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);

describe('the services that are due', () => {
  it('are taken once, when they are due', () => {
    const due = new DueServices(at(0), 1000);
    due.set('a', 5_000);
    due.set('b', 7_000);

    expect(due.take(at(4))).toEqual([]);
    expect(due.take(at(5))).toEqual(['a']);
    expect(due.take(at(60))).toEqual(['b']);
    expect(due.take(at(60))).toEqual([]);
  });

  it('keep only the last time that was set', () => {
    const due = new DueServices(at(0), 1000);
    due.set('a', 5_000);
    due.set('a', 9_000);

    expect(due.take(at(5))).toEqual([]);
    expect(due.take(at(9))).toEqual(['a']);
  });

  it('are due at once if their time is past', () => {
    const due = new DueServices(at(100), 1000);
    expect(due.take(at(100))).toEqual([]);
    due.set('a', 1_000);

    expect(due.take(at(100))).toEqual(['a']);
  });

  it('are due after the same pause when the clock is set back', () => {
    const due = new DueServices(at(100_000), 1000);
    due.set('a', 100_060_000);
    due.set('b', 100_000_000);

    expect(due.take(at(100))).toEqual(['b']);
    expect(due.take(at(159))).toEqual([]);
    due.remove('b');
    expect(due.take(at(162))).toEqual(['a']);
    expect(due.take(at(200_000))).toEqual([]);
  });

  it('are taken without delay when the clock is set forward by half a century', () => {
    const due = new DueServices(at(0), 50);
    due.set('b', 60_000);
    due.set('a', 5_000);

    expect(due.take(at(1.6e9))).toEqual(['a', 'b']);
    due.set('c', 1.6e12 + 1000);
    expect(due.take(at(1.6e9 + 1))).toEqual(['c']);
  });

  it('are never due once they are removed', () => {
    const due = new DueServices(at(0), 1000);
    due.set('a', 5_000);
    due.remove('a');
    due.remove('never set');

    expect(due.take(at(9))).toEqual([]);
  });

  it('equal those of a plain list, whatever is set, removed and taken', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('set' as const),
        id: fc.constantFrom('a', 'b', 'c'),
        at: fc.nat(60_000),
      }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ kind: fc.constant('take' as const), wait: fc.nat(20) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const due = new DueServices(at(0), 1000);
        const list = new Map<string, number>();
        let now = 0;
        for (const each of steps) {
          if (each.kind === 'set') {
            due.set(each.id, each.at);
            list.set(each.id, each.at);
          } else if (each.kind === 'remove') {
            due.remove(each.id);
            list.delete(each.id);
          } else {
            now += each.wait;
            const expected = [...list].filter(([, time]) => Math.floor(time / 1000) <= now).map(([id]) => id);
            for (const id of expected) list.delete(id);
            expect(due.take(at(now)).sort()).toEqual(expected.sort());
          }
        }
      }),
    );
  });
});
