import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { aWorkplace } from '../../support/workplace.ts';

const script = fileURLToPath(new URL('../../../src/server.ts', import.meta.url));

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
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(Buffer.concat(errors).toString()).toBe('');
});
