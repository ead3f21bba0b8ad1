import { once } from 'node:events';
import { connect } from 'node:net';
// eslint-disable-next-line no-restricted-imports -- This is how everything looks again that no test asks for.
import { setTimeout as sleep } from 'node:timers/promises';
import { soon } from './soon.ts';

/** Looks again and again until something holds, as `expect.poll` does in a test. @throws {Error} with `what` when it takes too long */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { timeout, interval } = soon,
): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} takes too long`);
    await sleep(interval);
  }
}

/** Whether something on this machine takes connections at a port. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
