import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openState, openStateIfAny, buildPoolOptions } from '../../../src/open/state.ts';
import { makeKey } from '../../../src/registration/api-key.ts';
import { aPostgresUrl, describePostgres } from '../../support/state-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { nextTurn } from '../../support/next-turn.ts';

describePostgres('the state at a DATABASE_URL', () => {
  it('is shared by servers with folders of their own, which stay empty', async () => {
    const databaseUrl = await aPostgresUrl();
    const folders = [await temporaryFolder(), await temporaryFolder()];
    const [one, other] = await Promise.all(
      folders.map(async (dataDir) => {
        const state = await openState({ dataDir, databaseUrl });
        onTestFinished(() => state.close());
        return state;
      }),
    );
    const { key } = makeKey(
      { owner: 'ada', repository: undefined },
      new Date('2026-02-03T04:05:06.789Z'),
      undefined,
    );
    await one?.keys.add(key);

    expect(await other?.keys.find(key.id)).toMatchObject({ id: key.id, owner: 'ada' });
    await expect(other?.ping()).resolves.toBeUndefined();
    expect(folders.map((folder) => readdirSync(folder))).toEqual([[], []]);
  });

  it('brings the time of the database, whatever this machine says', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const state = await openState({ dataDir: '/nowhere', databaseUrl: await aPostgresUrl() });
    onTestFinished(() => state.close());

    expect(state.clock().getTime() - now).toBeLessThan(1_800_000);
  });

  it('is there for readers', async () => {
    const state = await openStateIfAny({ dataDir: '/nowhere', databaseUrl: await aPostgresUrl() });
    onTestFinished(() => state?.close());

    expect(await state?.checks.facts()).toEqual(new Map());
  });

  it.each([
    ['a build, which may be too busy to hear it answer', buildPoolOptions, 'fulfilled'],
    ['nobody who was too busy for longer than he waits', { timeoutMs: 200 }, 'rejected'],
  ] as const)('is there for %s', async (_who, options, status) => {
    const place = { dataDir: '/nowhere', databaseUrl: await aPostgresUrl() };
    const state = await openStateIfAny(place, options);
    onTestFinished(() => state?.close());
    // One of them needs a new connection.
    const facts = Promise.allSettled([state?.checks.facts(), state?.checks.facts()]);
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);

    expect((await facts).at(-1)).toMatchObject({ status });
  });
});
