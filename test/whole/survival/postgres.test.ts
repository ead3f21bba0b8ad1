import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { caseCount, casesTimeoutMs } from '../../support/cases.ts';
import { aRegistration, register } from '../../support/registration.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { SmallDisk } from '../../support/small-disk.ts';
import { aPostgresUrl, describePostgres, tell } from '../../support/state-database.ts';
import { Wire } from '../../support/wire.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const Health = z.object({ status: z.string(), checks: z.object({ state: z.string() }) });
const nobody = 65_534;
const clients = 4;
const ofEach = caseCount(3);

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
  it(
    'is slow, falls silent or loses connections goes on with reads, loses nothing, and makes nothing twice',
    { timeout: casesTimeoutMs },
    async () => {
      const { register, total, wire, stateFault } = await aSite();
      wire.slowDown(20);
      expect((await register('slow')).status).toBe(201);
      expect(await total()).toBe(1);
      expect(await stateFault()).toBe('ok');

      wire.fallSilent();
      const refused = await register('silent');
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await total()).toBe(1);
      expect(await stateFault()).toBe('the state database does not answer; the log says why');

      wire.mend();
      await expect.poll(async () => (await register('silent')).status).toBe(201);
      expect(await total()).toBe(2);
      await expect.poll(stateFault).toBe('ok');

      let made = 0;
      const registerAll = async (client: number): Promise<void> => {
        for (let i = 0; i < ofEach; i += 1) {
          const number = `cut-${String(client)}-${String(i)}`;
          await expect
            .poll(async () => (await register(number)).status, { timeout: casesTimeoutMs })
            .toBe(201);
          made += 1;
          // Those of the other clients are on their way.
          if (made % 3 === 0) wire.cut();
        }
      };
      await Promise.all(Array.from({ length: clients }, (_, client) => registerAll(client)));
      expect(await total()).toBe(2 + clients * ofEach);
    },
  );

  it('has a full disk goes on with reads, says so, and writes again when there is room', async (context) => {
    const disk = await SmallDisk.mount('64m');
    if (!disk) return context.skip('needs the right to mount a disk');
    const { total, stateFault, register } = await onDisk(disk);
    expect((await register('before')).status).toBe(201);

    let filled = 0;
    const fillOn = async (): Promise<string> => {
      // PostgreSQL finds room within its files for a while, and gives some back.
      await disk.fill(0);
      await Promise.all(Array.from({ length: 20 }, () => register(`filling-${String((filled += 1))}`)));
      return stateFault();
    };
    await expect.poll(fillOn).toBe('the disk of the state database is full; reads go on');
    expect(await total()).toBeGreaterThan(0);

    await disk.empty();
    await expect.poll(async () => (await register('after')).status).toBe(201);
    await expect.poll(stateFault).toBe('ok');
  });
});
