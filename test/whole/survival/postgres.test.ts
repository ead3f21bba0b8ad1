import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { aRegistration, register } from '../../support/registration.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { SmallDisk } from '../../support/small-disk.ts';
import { aPostgresUrl, describePostgres, tell } from '../../support/state-database.ts';
import { Wire } from '../../support/wire.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const Health = z.object({ status: z.string(), checks: z.object({ state: z.string() }) });
const nobody = 65_534;

interface Site {
  readonly server: RunningServer;
  readonly wire: Wire;
  /** Registers a service; what is asked for again by the same number is made once. */
  readonly register: (number: number | string) => Promise<Response>;
  readonly total: () => Promise<number>;
  readonly stateFault: () => Promise<string>;
}

/** A server whose state is at the other end of a wire. */
async function aSite(settings = ''): Promise<Site> {
  const wire = await Wire.to(join(inject('postgresFolder'), '.s.PGSQL.5432'));
  const direct = await aPostgresUrl();
  onTestFinished(() => wire.close());
  const url = direct
    .replace('localhost', `127.0.0.1:${String(wire.port)}`)
    .replace(/host=[^&]*&/, '')
    .concat(encodeURIComponent(settings));
  const workplace = await aWorkplace();
  const key = await workplace.key('tests', { DATABASE_URL: url });
  const server = await aServer(workplace, { DATABASE_URL: url });

  return {
    server,
    wire,
    register: (number) =>
      register(server.url, key, aRegistration(number), { 'Idempotency-Key': `number-${String(number)}` }),
    total: async () => {
      const answer = await fetch(`${server.url}/api/services?limit=1`);
      return Number(answer.headers.get('X-Total-Count'));
    },
    stateFault: async () => Health.parse(await (await fetch(`${server.url}/health`)).json()).checks.state,
  };
}

/** A site whose tables are on a disk of their own. */
async function onDisk({ path }: SmallDisk): Promise<Site> {
  const space = `space_${crypto.randomUUID().replaceAll('-', '')}`;
  const [server, folder] = [await aPostgresUrl(), join(path, 'space')];
  await mkdir(folder);
  await chown(folder, nobody, nobody);
  await tell(server, `CREATE TABLESPACE ${space} LOCATION '${folder}'`);
  onTestFinished(async () => {
    await tell(
      server,
      `DO $$ BEGIN EXECUTE (SELECT string_agg('DROP TABLE ' || oid::regclass || ' CASCADE', ';') FROM pg_class WHERE relkind = 'r' AND reltablespace = (SELECT oid FROM pg_tablespace WHERE spcname = '${space}')); END $$`,
    );
    await tell(server, `DROP TABLESPACE ${space}`);
  });
  return aSite(` -c default_tablespace=${space}`);
}

describePostgres('a server whose PostgreSQL', () => {
  it('is slow answers reads and writes', async () => {
    const { register, total, wire, stateFault } = await aSite();
    wire.slowDown(100);

    expect((await register(1)).status).toBe(201);
    expect(await total()).toBe(1);
    expect(await stateFault()).toBe('ok');
  });

  it('falls silent goes on with reads, refuses writes, and makes none twice later', async () => {
    const { register, total, wire, stateFault } = await aSite();
    expect((await register(1)).status).toBe(201);
    wire.fallSilent();

    const refused = await register(2);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await total()).toBeGreaterThanOrEqual(1);
    expect(await stateFault()).toBe('the state database does not answer; the log says why');

    wire.mend();
    await expect.poll(async () => (await register(2)).status).toBe(201);
    expect(await total()).toBe(2);
    await expect.poll(stateFault).toBe('ok');
  });

  it('loses connections loses nothing that was acknowledged, and makes nothing twice', async () => {
    const { register, total, wire } = await aSite();
    // Ever more rarely, since a slow machine takes longer for a connection and a write.
    let cutting: NodeJS.Timeout | undefined;
    const cutAfter = (ms: number): void => {
      cutting = setTimeout(() => {
        wire.cut();
        cutAfter(ms * 1.1);
      }, ms);
    };
    cutAfter(150);
    onTestFinished(() => {
      clearTimeout(cutting);
    });
    const until = async (number: number): Promise<number> => {
      const { status } = await register(number);
      return status === 503 ? until(number) : status;
    };

    const statuses = await Promise.all(Array.from({ length: 60 }, (_, i) => until(i)));
    clearTimeout(cutting);
    expect(statuses).toEqual(statuses.map(() => 201));
    expect(await total()).toBe(60);
  });

  it('has a full disk goes on with reads, says so, and writes again when there is room', async (context) => {
    const disk = await SmallDisk.mount('64m');
    if (!disk) return context.skip('needs the right to mount a disk');
    const { total, stateFault, register } = await onDisk(disk);
    expect((await register('before')).status).toBe(201);

    let filled = 0;
    const fillOn = async (): Promise<string> => {
      // PostgreSQL finds room within its files for a while, and gives some back.
      await disk.fill(0);
      await register(`filling-${String((filled += 1))}`);
      return stateFault();
    };
    await expect.poll(fillOn).toBe('the disk of the state database is full; reads go on');
    expect(await total()).toBeGreaterThan(0);

    await disk.empty();
    await expect.poll(async () => (await register('after')).status).toBe(201);
    await expect.poll(stateFault).toBe('ok');
  });
});
