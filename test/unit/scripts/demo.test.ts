import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { demoCommand } from '../../../scripts/demo.ts';
import { freePort, usualPort } from '../../../scripts/demo/free-port.ts';
import { callCommand } from '../../support/call-command.ts';

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return z.object({ port: z.int() }).parse(server.address()).port;
}

it('refuses a port that is taken, before it opens anything', async () => {
  const port = await takenPort();

  expect(await callCommand(demoCommand, ['--port', String(port)])).toEqual({
    code: 2,
    stdout: '',
    stderr: `demo: port ${port} is taken; name another one\n`,
  });
});

it.each(['0', '65536', 'http'])('refuses %s for a port', async (port) => {
  const { code, stderr } = await callCommand(demoCommand, ['--port', port]);

  expect(code).toBe(2);
  expect(stderr).toContain('write a port from 1 to 65535');
});

it('takes the usual port, or another where that is taken', async () => {
  const usual = await freePort(undefined);
  const server = createServer();
  onTestFinished(() => void server.close());
  if (usual === usualPort) {
    server.listen(usualPort, '127.0.0.1');
    await once(server, 'listening');
  }

  expect(await freePort(undefined)).not.toBe(usualPort);
});
