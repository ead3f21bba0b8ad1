import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aRegistration, register } from '../../support/registration.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

it('a state database that is damaged under a running server is reported in the log and in /health, and reads keep working', async () => {
  const workplace = await aWorkplace();
  const key = await workplace.key();
  const server = await aServer(workplace);
  // A write by another process makes the server read its pages again. The first page, which holds the schema, is kept intact.
  await workplace.key();
  const path = join(workplace.folder, 'data', 'tollbook.db');
  await writeFile(path, (await readFile(path)).fill(0xa5, 4096));

  const answer = await register(server.url, key, aRegistration(1), { 'idempotency-key': 'once' });
  expect(answer.status).toBe(503);
  expect((await fetch(`${server.url}/api/services`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({
    status: 'degraded',
    checks: { state: 'the state database is damaged; reads go on, and the log names the file and the cure' },
  });
  expect(server.output()).toContain(`the state database ${path} is damaged`);
});
