import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GitError, type GitOptions } from './spawn-git.ts';

/** A git command for the host to run. */
export interface GitRequest {
  readonly id: number;
  readonly args: readonly string[];
  readonly options: GitOptions;
  readonly environment: NodeJS.ProcessEnv;
}

/** Its standard output, or why it failed. */
export type GitAnswer =
  { readonly id: number; readonly output: Uint8Array } | { readonly id: number; readonly fault: string };

interface Waiting {
  readonly resolve: (output: Buffer) => void;
  readonly reject: (error: GitError) => void;
}

const program = fileURLToPath(new URL('./git-host-process.ts', import.meta.url));

/** A process with little memory that runs git. It starts with the first command or before, and again with the next one after it died. */
export class GitHost {
  #process: ChildProcess | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;

  /** Starts the process now, rather than with the first command. */
  start(): ChildProcess {
    return (this.#process ??= this.#forked());
  }

  /** @throws {GitError} when git or the host fails. */
  async run(args: readonly string[], options: GitOptions): Promise<Buffer> {
    const host = this.start();
    this.#requests += 1;
    const request: GitRequest = { id: this.#requests, args, options, environment: { ...process.env } };

    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      host.channel?.ref();
      host.send(request, (error) => {
        if (error) this.#take(request.id)?.reject(hostFault(error));
      });
    });
  }

  /** Ends the process, and the commands that it runs. */
  stop(): void {
    if (this.#process?.connected) this.#process.disconnect();
  }

  #forked(): ChildProcess {
    const host = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    host.unref();
    host.channel?.unref();

    host.on('message', (answer: GitAnswer) => {
      const asked = this.#take(answer.id);
      if ('fault' in answer) asked?.reject(new GitError(answer.fault));
      else asked?.resolve(Buffer.from(answer.output));
    });
    const lose = (error?: Error): void => {
      this.#lose(host, error);
    };
    host.on('error', lose);
    host.on('exit', () => {
      lose();
    });
    return host;
  }

  /** Who waits for an answer. The channel keeps this process running only while somebody does. */
  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#process?.channel?.unref();
    return waiting;
  }

  #lose(host: ChildProcess, error: Error | undefined): void {
    if (this.#process !== host) return;

    this.#process = undefined;
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(hostFault(error));
  }
}

function hostFault(error: Error | undefined): GitError {
  const reason = error?.message ?? 'the process that runs it has ended';

  return new GitError(`git cannot be run: ${reason}`, { cause: error });
}
