import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startProgram } from '../../support/programs.ts';
import { aRegistration, register } from '../../support/registration.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

let server: RunningServer;
let key: string;
/** Has another process lock the state database. Returns a function that ends that process. */
let lock: () => Promise<() => Promise<void>>;

beforeEach(async () => {
  const workplace = await aWorkplace();
  key = await workplace.key();
  server = await aServer(workplace);
  lock = async () => {
    const holder = await startProgram('hold-database', [join(workplace.folder, 'data/tollbook.db')]);
    return () => holder.kill();
  };
});

async function statusOf(path: string): Promise<number> {
  return (await fetch(server.url + path)).status;
}

function registration(number: number): Promise<Response> {
  return register(server.url, key, aRegistration(number), { 'idempotency-key': String(number) });
}

describe('a server whose state database another process has locked', () => {
  it('answers everything else meanwhile, and waiting requests once the lock is released', async () => {
    const unlock = await lock();
    const registering = registration(1);

    for (const path of ['/api/services', '/api/services/search/intent?q=rain', '/openapi.json']) {
      expect(await statusOf(path)).toBe(200);
    }
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({
      status: 'degraded',
      checks: { state: 'the state database is busy: another process holds it locked' },
    });
    await unlock();

    // If the machine took five seconds for all this, the request has been refused by now.
    expect([201, 503]).toContain((await registering).status);
    expect((await registration(1)).status).toBe(201);
    expect(server.output()).not.toContain('"level":50');
  });

  it('answers 503 to a request that waited too long, and 201 when it is retried', async () => {
    const unlock = await lock();
    const refused = await registration(1);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });

    await unlock();
    expect((await registration(1)).status).toBe(201);
    expect(server.output()).toContain('tollbook.db is locked by another process');
  });
});
