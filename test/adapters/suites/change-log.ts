import { expect, it } from 'vitest';
import type { ServiceChange } from '../../../src/domain/service-change.ts';
import type { ChangeLog } from '../../../src/live/ports.ts';

let ticks = 0;

/** Times of changes, one second apart. */
function change(kind: ServiceChange['kind'], id: string, digest = 'digest'): ServiceChange {
  ticks += 1;
  return {
    at: new Date(Date.UTC(2026, 1, 3, 4, 5, ticks, 678)),
    kind,
    id,
    name: `Grüße von ${id} 🌦`,
    endpoint: `https://${id}.example.com`,
    digest,
    commit: 'c0ffee',
  };
}

/** The contract of every change log. */
export function changeLogSuite(open: () => Promise<ChangeLog>): void {
  it('lists nothing at first', async () => {
    expect(await (await open()).listed()).toEqual(new Map());
  });

  it('lists each service as its last change left it', async () => {
    const log = await open();
    await log.append([change('created', 'a', 'first'), change('created', 'b')]);
    await log.append([change('updated', 'a', 'second')]);

    const listed = await log.listed();
    expect([...listed.keys()].sort()).toEqual(['a', 'b']);
    expect(listed.get('a')).toEqual({
      name: 'Grüße von a 🌦',
      endpoint: 'https://a.example.com',
      digest: 'second',
    });
  });

  it('drops a removed service until it is listed again', async () => {
    const log = await open();
    await log.append([change('created', 'a'), change('deleted', 'a')]);
    expect(await log.listed()).toEqual(new Map());

    await log.append([change('created', 'a')]);
    expect([...(await log.listed()).keys()]).toEqual(['a']);
  });

  it('knows what is left of a removed service', async () => {
    const log = await open();
    await log.append([change('created', 'a'), change('deleted', 'a'), change('created', 'a')]);
    const last = change('deleted', 'a');
    await log.append([last]);

    expect(await log.removed()).toEqual([
      {
        id: 'a',
        name: 'Grüße von a 🌦',
        endpoint: 'https://a.example.com',
        deletedAt: last.at.toISOString(),
      },
    ]);
  });

  it('counts no service as removed that is listed, or listed again', async () => {
    const log = await open();
    await log.append([
      change('created', 'a'),
      change('created', 'b'),
      change('deleted', 'b'),
      change('created', 'b'),
    ]);

    expect(await log.removed()).toEqual([]);
  });

  it('accepts an empty batch and a very large one', async () => {
    const log = await open();
    await log.append([]);
    await log.append(Array.from({ length: 2000 }, (_, i) => change('created', `s-${String(i)}`)));

    expect((await log.listed()).size).toBe(2000);
  });
}
