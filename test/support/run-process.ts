import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs a command to its end. Resolves whatever its exit code. */
export async function runProcess(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, input = '' }: Options = {},
): Promise<Ended> {
  const child = spawn(command, args, { ...(cwd === undefined ? {} : { cwd }), env });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  // A command that does not read its input may end before the input is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);

  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}
