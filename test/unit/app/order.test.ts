import { beforeEach, describe, expect, it } from 'vitest';
import type { CleanUp, Lifecycle } from '../../../src/app/lifecycle.ts';
import { order } from '../../../src/app/order.ts';
import { openInOrder, type Step } from '../../../src/app/part.ts';

describe('the order of the parts', () => {
  it('is from what lies on disk to the server', () => {
    expect(order.map(({ name }) => name)).toEqual([
      ...['home', 'storage', 'catalog', 'writing', 'checking', 'counting', 'outcomes', 'notifications'],
      ...['following', 'site', 'watching', 'server'],
    ]);
  });

  it.each(order.map(({ name, needs }, at) => ({ name, needs, at })))(
    'gives $name only parts that are open already',
    ({ needs, at }) => {
      const before = order.slice(0, at).map(({ name }) => name);

      expect(needs.filter((need) => !before.includes(need))).toEqual([]);
    },
  );
});

describe('opening in order', () => {
  let happened: string[];
  let cleanUps: CleanUp[];
  let stopping: AbortController;
  let base: { readonly life: Pick<Lifecycle, 'onStop' | 'throwIfStopping'> };

  beforeEach(() => {
    happened = [];
    cleanUps = [];
    stopping = new AbortController();
    base = {
      life: {
        onStop: (cleanUp) => cleanUps.push(cleanUp),
        throwIfStopping: () => {
          stopping.signal.throwIfAborted();
        },
      },
    };
  });

  const note = (what: string) => (): void => void happened.push(what);

  /** A part that notes what is done with it, and which parts it got. */
  function aStep(name: string, needs: string[] = []): Step<typeof base> {
    return {
      name,
      needs,
      open: async (parts: object) => {
        await Promise.resolve();
        happened.push(`open ${[name, ...Object.keys(parts)].join(' ')}`);
        return { start: note(`start ${name}`), stops: [note(`end ${name}`), note(`rest ${name}`)] };
      },
    };
  }

  it('opens one after another, each with what it needs, then starts them; stops are in reverse', async () => {
    await openInOrder([aStep('ground'), aStep('wall', ['ground']), aStep('roof', ['wall'])], base);
    for (let stop = cleanUps.pop(); stop; stop = cleanUps.pop()) await stop();

    expect(happened).toEqual([
      ...['open ground', 'open wall ground', 'open roof wall'],
      ...['start ground', 'start wall', 'start roof'],
      ...['rest roof', 'end roof', 'rest wall', 'end wall', 'rest ground', 'end ground'],
    ]);
  });

  it('can stop what is open while the next part opens', async () => {
    const next: Step<typeof base> = {
      name: 'roof',
      needs: [],
      open: () => Promise.reject(new Error('it rains')),
    };

    await expect(openInOrder([aStep('ground'), next], base)).rejects.toThrow('it rains');
    expect(cleanUps).toHaveLength(2);
  });

  it('starts nothing once the process is asked to stop', async () => {
    stopping.abort();

    await expect(openInOrder([aStep('ground')], base)).rejects.toThrow();
    expect(happened).toEqual(['open ground']);
    expect(cleanUps).toHaveLength(2);
  });
});
