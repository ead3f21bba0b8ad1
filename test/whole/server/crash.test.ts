import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const script = fileURLToPath(new URL('../../../src/server.ts', import.meta.url));
const preload = fileURLToPath(new URL('../../support/programs/throw-on-signal.ts', import.meta.url));

it('an uncaught error is logged as fatal, and shuts the server down with code 1, so that another can start', async () => {
  const workplace = await aWorkplace();

  for (const [kind, origin] of [
    ['exception', 'uncaughtException'],
    ['rejection', 'unhandledRejection'],
  ]) {
    const server = await aServer(workplace, { NODE_OPTIONS: `--import=${preload}`, UNCAUGHT: kind });
    expect(await server.stop('SIGUSR2')).toBe(1);
    await expect.poll(server.output).toContain('"code":1,"msg":"stopped"');
    const lines = server.output().split('\n');
    const fatal: unknown = JSON.parse(lines.find((line) => line.includes('"level":60')) ?? '{}');
    expect(fatal).toMatchObject({
      origin,
      error: { message: 'a bug', stack: expect.stringContaining('throw-on-signal') as string },
    });
  }
});

it('a server keeps running when nothing reads its log any more, as after "| head -1"', async () => {
  const workplace = await aWorkplace();
  const child = spawn(process.execPath, [script], {
    env: { ...workplace.environment, LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const port = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /"port":(\d+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });

  child.stdout.destroy();
  for (let i = 0; i < 50; i += 1) {
    expect((await fetch(`http://127.0.0.1:${port}/api/services`)).status).toBe(200);
  }
  // A server that waited for the connections that these requests left open would exit with 1.
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(Buffer.concat(errors).toString()).toBe('');
});
