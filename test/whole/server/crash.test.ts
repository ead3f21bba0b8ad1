import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const preload = fileURLToPath(new URL('../../support/programs/throw-on-signal.ts', import.meta.url));

describe('an uncaught error', () => {
  it.each([
    ['exception', 'uncaughtException'],
    ['rejection', 'unhandledRejection'],
  ])('%s is logged as fatal, and shuts the server down with code 1', async (kind, origin) => {
    const workplace = await aWorkplace();
    const server = await aServer(workplace, { NODE_OPTIONS: `--import=${preload}`, UNCAUGHT: kind });

    expect(await server.stop('SIGUSR2')).toBe(1);
    await expect.poll(server.output).toContain('"code":1,"msg":"stopped"');
    const lines = server.output().split('\n');
    const fatal: unknown = JSON.parse(lines.find((line) => line.includes('"level":60')) ?? '{}');
    expect(fatal).toMatchObject({
      origin,
      error: { message: 'a bug', stack: expect.stringContaining('throw-on-signal') as string },
    });
    await aServer(workplace);
  });
});
