import { type ChildProcess, spawn } from 'node:child_process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { endWhenUnresponsive, ticksUsed } from '../../../../src/adapters/git/sign-of-life.ts';

const silenceMs = 20;

/** A process that does nothing. */
function aSleeper(): ChildProcess & { readonly pid: number } {
  const child = spawn('sleep', ['1000']);
  onTestFinished(() => void child.kill());
  if (child.pid === undefined) throw new Error('sleep cannot be run');
  return Object.assign(child, { pid: child.pid });
}

it('takes a process that does nothing for lifeless', async () => {
  const end = vi.fn<() => void>();
  const watch = endWhenUnresponsive(aSleeper().pid, { output: () => 0, silenceMs }, end);

  await expect.poll(() => watch.isOver()).toBe(true);
  watch.stop();
  expect(end).toHaveBeenCalled();
});

it.each([
  ['gives output', (looks: number) => looks],
  ['waits for us to read', () => undefined],
])('takes one that %s for alive', async (_, outputAfter) => {
  let looks = 0;
  const output = (): number | undefined => outputAfter((looks += 1));
  const end = vi.fn<() => void>();
  const watch = endWhenUnresponsive(aSleeper().pid, { output, silenceMs }, end);

  await expect.poll(() => looks).toBeGreaterThan(5);
  watch.stop();
  expect(end).not.toHaveBeenCalled();
});

it('takes one that works in silence for alive', async () => {
  const child = spawn('sh', ['-c', 'while :; do :; done']);
  onTestFinished(() => void child.kill());
  const output = vi.fn<() => number>(() => 0);
  const end = vi.fn<() => void>();
  // Even a crowded machine gives it some hundredths of a second within this time.
  const watch = endWhenUnresponsive(child.pid ?? 0, { output, silenceMs: 500 }, end);

  await expect.poll(() => output.mock.calls.length).toBeGreaterThan(2);
  watch.stop();
  expect(end).not.toHaveBeenCalled();
});

it('counts the processor time of descendants, also of those that have ended', async () => {
  const busy = 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done';
  const child = spawn('sh', ['-c', `(${busy}); (${busy}; sleep 1000)`]);
  onTestFinished(() => void child.kill());

  await expect.poll(() => ticksUsed(child.pid ?? 0)).toBeGreaterThan(10);
});

it('knows nothing of a process that has ended', async () => {
  const child = aSleeper();
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill();
  await ended;

  expect(await ticksUsed(child.pid)).toBe(0);
});
