import { onTestFinished, test } from 'vitest';
import { type RunningServer, startServer, Workplace } from './running-server.ts';

/** A test with a workplace of its own, so that it can run concurrently with others. */
export const inWorkplace = test.extend('workplace', async ({ task: _ }, { onCleanup }) => {
  const workplace = await Workplace.make();
  onCleanup(() => workplace.remove());

  return workplace;
});

/** Creates a workplace that is removed when the test ends. */
export async function aWorkplace(): Promise<Workplace> {
  const workplace = await Workplace.make();
  onTestFinished(() => workplace.remove());

  return workplace;
}

/** Starts a server in a workplace. The server is killed when the test ends. */
export async function aServer(
  workplace: Workplace,
  settings: NodeJS.ProcessEnv = {},
  ...args: readonly string[]
): Promise<RunningServer> {
  const server = await startServer({ ...workplace.environment, ...settings }, ...args);
  let isRunning = true;
  void server.ended.then(() => (isRunning = false));
  onTestFinished(async () => {
    if (isRunning) await server.stop('SIGKILL', true);
  });

  return server;
}
