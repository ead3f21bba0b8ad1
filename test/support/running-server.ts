import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { operatorTrail } from '../../scripts/operator-trail.ts';
import { DistFolder } from '../../src/build/dist-folder.ts';
import { readConfig } from '../../src/config/config.ts';
import { openState, type State } from '../../src/open/state.ts';
import { type KeyHolder, makeKey } from '../../src/registration/api-key.ts';
import { type Ended, runProcess } from './run-process.ts';
import { buildSharing, lendBundle } from './shared-bundle.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const Package = z.object({ scripts: z.object({ serve: z.string() }) });
const { scripts } = Package.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
const command = scripts.serve.split(' ');
/** The variables that `npm run serve` sets, and the options of Node. */
const settings = Object.fromEntries(
  command.filter((part) => /^[A-Z_]+=/.test(part)).map((part) => part.split(/=(.*)/, 2) as [string, string]),
);
const options = command.filter((part) => part.startsWith('--'));

const Serving = z.object({ port: z.int(), msg: z.string().startsWith('serving') });
/** A key for tests. */
export interface MadeKey {
  readonly id: string;
  /** What a client sends. */
  readonly token: string;
}

/** Folders of a catalog of its own, in a new place that goes away with `remove`. */
export class Workplace {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<Workplace> {
    return new Workplace(await mkdtemp(join(tmpdir(), 'tollbook-')));
  }

  get catalog(): string {
    return join(this.folder, 'catalog');
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ...settings,
      CATALOG_DIR: this.catalog,
      DATA_DIR: join(this.folder, 'data'),
      DIST_DIR: join(this.folder, 'dist'),
      PORT: '0',
      RATE_LIMIT_READ: '0',
      RATE_LIMIT_WRITE: '0',
      BUILD_INTERVAL: '0',
      PROBE_INTERVAL: '0',
      // The model takes memory and processor time that most tests do not need.
      EMBEDDING_MODEL: 'none',
    };
  }

  /** Runs one of the project's scripts to its end, however it ends. */
  async attempt(name: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return runProcess(process.execPath, [join(root, 'scripts', name), ...args], {
      env: { ...this.environment, ...settings },
    });
  }

  /** Runs one of the project's scripts and gives what it printed. */
  async script(name: string, ...args: string[]): Promise<string> {
    return successful(name, await this.attempt(name, args));
  }

  /** Builds the site. */
  async build(settings: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return buildSharing(this.#dist(settings), () => this.attempt('build.ts', [], settings));
  }

  /** Spares whatever builds here the bundling, if an earlier test did it. */
  async lendBundle(settings: NodeJS.ProcessEnv = {}): Promise<void> {
    await lendBundle(this.#dist(settings));
  }

  #dist(settings: NodeJS.ProcessEnv): DistFolder {
    return new DistFolder(readConfig({ ...this.environment, ...settings }).distDir);
  }

  /** Makes a key and returns its token. */
  async key(owner = 'tests', settings: NodeJS.ProcessEnv = {}): Promise<string> {
    return (await this.makeKey({ owner }, settings)).token;
  }

  /** Makes a key as `npm run keys` does, but without a process for it. `expiresAt`: the end of its life. */
  async makeKey(holder: KeyHolder, settings: NodeJS.ProcessEnv = {}, expiresAt?: Date): Promise<MadeKey> {
    const { key, token } = makeKey(holder, new Date(), expiresAt);
    const act = { act: 'make_key', owner: holder.owner, subject: key.id } as const;
    await this.inState((state) => operatorTrail(state).record(act, () => state.keys.add(key)), settings);

    return { id: key.id, token };
  }

  /** Uses the state beside the catalog, as another process than the server does. */
  async inState<Result>(
    use: (state: State) => Promise<Result>,
    settings: NodeJS.ProcessEnv = {},
  ): Promise<Result> {
    const state = await openState(readConfig({ ...this.environment, ...settings }));
    try {
      return await use(state);
    } finally {
      await state.close();
    }
  }

  async git(...args: string[]): Promise<string> {
    return successful(
      'git',
      await runProcess('git', ['-c', 'core.quotePath=off', ...args], { cwd: this.catalog }),
    );
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function successful(name: string, { code, signal, stdout, stderr }: Ended): string {
  if (code === 0) return stdout;

  throw new Error(`${name} ended with ${String(signal ?? code)}: ${stderr}`);
}

/** Whether a process is there that has not ended; one that only waits to be looked at by its parent has. */
export async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  return status !== '' && !status.includes(') Z ');
}

/** The processes that one has started, and those that they have. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const children = (
    await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').catch(() => '')
  )
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);

  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

/** A whole server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Resolves with its exit code once it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it with a signal and gives its exit code. `group`: with every process it started. */
  stop(signal: NodeJS.Signals, group?: boolean): Promise<number | null>;
}

/** The server ended before it answered; the message is what it printed. */
export class DidNotStart extends Error {
  override readonly name = 'DidNotStart';
  readonly code: number | null;

  constructor(code: number | null, output: string) {
    super(output);
    this.code = code;
  }
}

const script = join(root, 'src', 'server.ts');

export async function startServer(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<RunningServer> {
  return startProgram(process.execPath, [...options, script, ...args], environment);
}

/** The same where a process may have only so many files open. */
export async function startServerWithin(
  descriptors: number,
  environment: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const limited = 'ulimit -n "$0" && exec "$@"';

  return startProgram(
    'sh',
    ['-c', limited, String(descriptors), process.execPath, ...options, script],
    environment,
  );
}

async function startProgram(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const child = spawn(program, args, {
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const lines = createInterface({ input: child.stdout });

  const port = await new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      printed.push(`${line}\n`);
      const serving = Serving.safeParse(asJson(line));
      if (serving.success) resolve(serving.data.port);
    });
    // At its exit, what it printed last may not have arrived yet.
    void once(child, 'close').then(([code]: (number | null)[]) => {
      reject(new DidNotStart(code ?? null, printed.join('')));
    });
  });

  const pid = child.pid ?? 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    pid,
    output: () => printed.join(''),
    ended,
    async stop(signal, group = false) {
      process.kill(group ? -pid : pid, signal);
      return ended;
    },
  };
}

function asJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
