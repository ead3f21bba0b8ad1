import { beforeEach, describe, expect, it } from 'vitest';
import { LeaseLost } from '../../../src/domain/lease.ts';
import { OwnLeases } from '../../../src/live/leases.ts';
import { assertHeld, type Tenure } from '../../../src/live/duty.ts';
import { SharedLeases } from '../../../src/live/shared-leases.ts';
import { MemoryLeases } from '../../fixtures/memory-leases.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

let store: MemoryLeases;

beforeEach(() => {
  store = new MemoryLeases();
});

/** A server that is ready to do these duties. */
function aServer(
  holder: string,
  duties: readonly string[],
  end: () => Promise<void> | void = () => undefined,
) {
  const log = new MemoryLog();
  const leases = new SharedLeases({ store, holder, elapsed: () => store.now, log });
  const tenures = new Map<string, Tenure>();
  for (const name of duties) {
    leases.add({
      name,
      begin(tenure) {
        tenures.set(name, tenure);
        return end;
      },
    });
  }
  const held = (): string[] => [...leases.duties].filter(([, isHeld]) => isHeld).map(([name]) => name);
  return { leases, tenures, held, log };
}

type Server = ReturnType<typeof aServer>;

/** Lets time pass, a second at once, in which each server looks. */
async function pass(seconds: number, ...servers: readonly Server[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    store.now += 1000;
    for (const { leases } of servers) await leases.look();
  }
}

describe('servers that share their state', () => {
  it('do each duty on one of them', async () => {
    const [one, other] = [aServer('one', ['checks']), aServer('other', ['checks'])];
    await pass(60, one, other);

    expect([...one.held(), ...other.held()]).toEqual(['checks']);
  });

  it('divide the duties when they start together', async () => {
    const duties = ['a', 'b', 'c', 'd'];
    const servers = ['one', 'two'].map((name) => aServer(name, duties));
    await pass(10, ...servers);

    expect(servers.map(({ held }) => held().length)).toEqual([2, 2]);
  });

  it('leave a duty to one that does more where no other is ready to do it', async () => {
    const [able, other] = [aServer('able', ['a', 'b', 'c']), aServer('other', [])];
    await pass(15, able, other);

    expect(able.held()).toEqual(['a', 'b', 'c']);
  });

  it('take over from one that was killed, within half a minute', async () => {
    const [one, other] = [aServer('one', ['checks']), aServer('other', ['checks'])];
    await pass(3, one);
    expect(one.held()).toEqual(['checks']);
    await pass(30, other);

    expect(other.held()).toEqual(['checks']);
    expect(other.tenures.get('checks')?.lease.epoch).toBe(2);
  });

  it('take over at once from one that was stopped, after it has ended what it did', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const [one, other] = [aServer('one', ['checks'], () => promise), aServer('other', ['checks'])];
    await pass(3, one);
    const stopped = one.leases.stop();
    await pass(2, other);
    expect(other.held()).toEqual([]);
    resolve(undefined);
    await stopped;
    await pass(1, other);

    expect(other.held()).toEqual(['checks']);
    expect(one.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

describe('a server that was paused', () => {
  it('knows before it does anything that another may do its duty', async () => {
    const one = aServer('one', ['checks']);
    await pass(3, one);
    store.now += 31_000;
    const tenure = one.tenures.get('checks');

    expect(tenure?.isHeld).toBe(false);
    expect(() => {
      if (tenure) assertHeld(tenure);
    }).toThrow(LeaseLost);
  });

  it('drops its duty, says so once, and hides what fails for that reason', async () => {
    const [one, other] = [aServer('one', ['checks']), aServer('other', ['checks'])];
    await pass(3, one);
    await pass(30, other);
    await pass(3, one, other);
    one.tenures.get('checks')?.log.error({ error: new LeaseLost('checks') }, 'a check failed');
    one.tenures.get('checks')?.log.error({ error: new Error('full') }, 'another thing failed');

    expect(one.tenures.get('checks')?.ended.aborted).toBe(true);
    expect(other.held()).toEqual(['checks']);
    expect(one.log.lines.map(({ level, message }) => [level, message]).slice(1)).toEqual([
      ['warn', 'a duty is left to other servers: its lease is lost, and what is under way is dropped'],
      ['error', 'another thing failed'],
    ]);
  });
});

describe('a server that cannot reach the database', () => {
  it('ends its duties before others begin them, says so once, and takes them again', async () => {
    const one = aServer('one', ['checks']);
    await pass(3, one);
    store.fault = new Error('nobody answers');
    await pass(11, one);
    expect(one.held()).toEqual([]);
    expect(one.tenures.get('checks')?.ended.aborted).toBe(true);
    store.fault = undefined;
    await pass(5, one);

    expect(one.held()).toEqual(['checks']);
    const said = one.log.lines.filter(({ message }) => message.startsWith('leases cannot be renewed'));
    expect(said).toHaveLength(1);
  });

  it('leaves to others what it could not begin', async () => {
    const log = new MemoryLog();
    const leases = new SharedLeases({ store, holder: 'one', elapsed: () => store.now, log });
    leases.add({ name: 'checks', begin: () => Promise.reject(new Error('broken')) });
    const other = aServer('other', ['checks']);
    await leases.look();
    await leases.look();
    expect(log.lines.some(({ message }) => message === 'a duty could not begin')).toBe(true);
    await pass(5, other);

    expect(other.held()).toEqual(['checks']);
  });
});

describe('a server that shares its state with nobody', () => {
  it('does every duty until it stops', async () => {
    const leases = new OwnLeases(new MemoryLog());
    const tenures: Tenure[] = [];
    let ended = 0;
    const begin = (tenure: Tenure) => {
      tenures.push(tenure);
      return () => void (ended += 1);
    };
    leases.add({ name: 'checks', begin });
    leases.add({ name: 'webhooks', begin });
    expect(tenures.map(({ isHeld }) => isHeld)).toEqual([true, true]);
    await leases.stop();
    leases.add({ name: 'late', begin });

    expect(ended).toBe(2);
    expect(tenures.map(({ isHeld }) => isHeld)).toEqual([false, false]);
  });
});
