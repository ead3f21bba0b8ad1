import { describe, expect, it } from 'vitest';
import { HostTurns, type Patience, type Waiting } from '../../../src/adapters/probe/host-queue.ts';
import { CannotAsk } from '../../../src/domain/cannot-ask.ts';

const patient: Patience = { most: 4, ms: 60_000 };

/** Work at hosts that ends when it is told to; `begun` says in which order it began. */
function aHost(patience: Patience = patient) {
  const turns = new HostTurns(patience);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, who: Waiting, host = 'a.example.com'): Promise<void> =>
    turns.run(host, who, () => {
      begun.push(name);
      return new Promise((resolve) => ends.push(resolve));
    });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await settled();
  };

  return { run, begun, endOne, settled };
}

describe('the turns of a host', () => {
  it('come one after the other, and other hosts do not wait', async () => {
    const { run, begun, settled } = aHost();

    void run('first', 'pass');
    void run('second', 'pass');
    void run('elsewhere', 'pass', 'b.example.com');
    await settled();
    expect(begun).toEqual(['first', 'elsewhere']);
  });

  it('go to a person and a pass by turns where both wait', async () => {
    const { run, begun, endOne } = aHost();

    for (const name of ['pass 1', 'pass 2', 'pass 3', 'pass 4']) void run(name, 'pass');
    for (const name of ['person 1', 'person 2']) void run(name, 'person');
    for (let i = 0; i < 6; i += 1) await endOne();
    expect(begun).toEqual(['pass 1', 'person 1', 'pass 2', 'person 2', 'pass 3', 'pass 4']);
  });

  it('are not waited for by more than a few persons', async () => {
    const { run, begun, endOne, settled } = aHost({ most: 2, ms: 60_000 });

    for (const name of ['one', 'two', 'three']) void run(name, 'person');
    await expect(run('four', 'person')).rejects.toThrow(CannotAsk);
    for (let i = 0; i < 3; i += 1) await endOne();
    expect(begun).toEqual(['one', 'two', 'three']);
    void run('five', 'person');
    await settled();
    expect(begun).toContain('five');
  });

  it('are not waited for by a person for long, but by a pass', async () => {
    const { run, begun, endOne, settled } = aHost({ most: 2, ms: 20 });

    void run('slow', 'person');
    void run('pass', 'pass');
    await expect(run('impatient', 'person')).rejects.toThrow(
      'a.example.com could not be asked: it has been busy with others for 0.02 s',
    );
    await endOne();
    expect(begun).toEqual(['slow', 'pass']);
    await endOne();
    void run('later', 'person');
    await settled();
    expect(begun).toEqual(['slow', 'pass', 'later']);
  });

  it('go on after work that failed', async () => {
    const turns = new HostTurns();

    await expect(turns.run('a', 'pass', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run('a', 'person', () => Promise.resolve('yes'))).toBe('yes');
  });
});
