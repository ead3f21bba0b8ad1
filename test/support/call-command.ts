import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { vi } from 'vitest';
import type { Ended } from './run-process.ts';
import type { Workplace } from './running-server.ts';

/** A command line of `scripts/`. */
type CommandLine = (args: readonly string[]) => Promise<void>;

export type Called = Omit<Ended, 'signal'>;

interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly input?: string;
}

/** What a command may listen for, as long as it lives. */
const awaited = [
  ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [process, signal] as const),
  [process.stdout, 'error'] as const,
];
let isBusy = false;

/**
 * Calls a command line in this process, which costs a hundredth of a process of its own, and gives what such a process would end with. What a
 * command reads and prints belongs to the process, so that there can be only one at a time: not in concurrent tests.
 */
export async function callCommand(
  command: CommandLine,
  args: readonly string[],
  { env = process.env, cwd, input = '' }: Surroundings = {},
): Promise<Called> {
  if (isBusy) throw new Error('a command is running; call commands one after another');

  isBusy = true;
  const [out, err] = [new Collected(), new Collected()];
  const leave = enter(out, err, { env, input, ...(cwd === undefined ? {} : { cwd }) });
  try {
    await command(args);
    return { code: Number(process.exitCode ?? 0), stdout: out.text, stderr: err.text };
  } finally {
    leave();
    isBusy = false;
  }
}

/** The same in a workplace. */
export function callIn(
  { environment }: Workplace,
  command: CommandLine,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<Called> {
  return callCommand(command, args, { env: { ...environment, ...settings } });
}

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Makes this process look like one of the command's own. Returns what undoes that. */
function enter(out: Collected, err: Collected, { env, cwd, input = '' }: Surroundings): () => void {
  const { console } = globalThis;
  const { stdout, stderr, exitCode } = process;
  const usual = [process.env, Object.getOwnPropertyDescriptor(process, 'stdin')] as const;
  const listeners = awaited.map(([emitter, event]) => emitter.rawListeners(event));
  const spies = [
    vi.spyOn(stdout, 'write').mockImplementation((chunk) => out.write(chunk)),
    vi.spyOn(stderr, 'write').mockImplementation((chunk) => err.write(chunk)),
    ...(cwd === undefined ? [] : [vi.spyOn(process, 'cwd').mockReturnValue(cwd)]),
  ];

  globalThis.console = new Console({ stdout: out, stderr: err });
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  Object.assign(process, { env: { ...env }, exitCode: undefined });

  return () => {
    globalThis.console = console;
    for (const spy of spies) spy.mockRestore();
    Object.defineProperty(process, 'stdin', usual[1] ?? {});
    Object.assign(process, { env: usual[0], exitCode });
    for (const [i, [emitter, event]] of awaited.entries()) {
      emitter.removeAllListeners(event);
      for (const listener of listeners[i] ?? []) emitter.on(event, listener as () => void);
    }
  };
}
