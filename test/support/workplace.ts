import { onTestFinished, test } from 'vitest';
import { type RunningServer, startServer, Workplace } from './running-server.ts';

/** A test with a workplace of its own, so that it may run beside others. */
export const inWorkplace = test.extend('workplace', async ({ task: _ }, { onCleanup }) => {
  const workplace = await Workplace.make();
  onCleanup(() => workplace.remove());

  return workplace;
});

/** A workplace that goes away with the test that asked for it. */
export async function aWorkplace(): Promise<Workplace> {
  const workplace = await Workplace.make();
  onTestFinished(() => workplace.remove());

  return workplace;
}

/** A server over a workplace, killed with the test at the latest. */
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
