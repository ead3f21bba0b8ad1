import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, runProcess } from './run-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A file or commands on the page of a guide. */
export interface Block {
  readonly kind: 'file' | 'commands';
  readonly name: string;
  readonly code: string;
}

/** What a page gives its readers to copy, in its order. */
export function blocksOf(html: string): Block[] {
  const blocks = html.matchAll(
    /data-(file|commands)="([^"]*)".*?<pre[^>]*><code[^>]*>(.*?)<\/code><\/pre>/gs,
  );

  return [...blocks].map(([, kind, name = '', code = '']) => ({
    kind: kind === 'file' ? 'file' : 'commands',
    name,
    code: textOf(code),
  }));
}

function textOf(html: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

  return html.replace(/&(?:#(\d+)|(\w+));/g, (whole: string, number?: string, name?: string) =>
    number === undefined ? (named[name ?? ''] ?? whole) : String.fromCodePoint(Number(number)),
  );
}

interface Session {
  /** Where the reader works. */
  readonly folder: string;
  /** Further lines of .curlrc. */
  readonly curl?: readonly string[];
  /** What the reader types when a command waits for it. */
  readonly input?: string;
  /** Programs that stand in for those of the reader, by name. */
  readonly programs?: Readonly<Record<string, string>>;
  /** What npm installs without the network: the folder of the packages, by the words after `npm install`. */
  readonly packages?: Readonly<Record<string, string>>;
  /** What happens before and after some commands, by their names, in the shell. */
  readonly around?: Readonly<Record<string, readonly [before: string, after: string]>>;
  /** Commands whose request is refused. */
  readonly refused?: readonly string[];
}

/** Separates what the commands print: a character that none of them prints. */
const mark = '\u001e';

/**
 * Follows a guide as its reader would: saves the files, and runs all commands in one shell, until one of them fails. Only programs that
 * need the network have stand-ins. Returns what each command printed, by name.
 */
export async function follow(
  blocks: readonly Block[],
  { folder, curl = [], input = '', programs = {}, packages = {}, around = {}, refused = [] }: Session,
): Promise<Readonly<Record<string, string>>> {
  await writeFile(
    join(folder, '.curlrc'),
    [...curl, 'fail-with-body', 'silent', 'show-error', ''].join('\n'),
  );
  for (const [name, code] of Object.entries({ npm: npmCode(packages), ...programs })) {
    await standIn(folder, name, code);
  }
  for (const { kind, name, code } of blocks) {
    if (kind === 'file') await writeFile(join(folder, name), code);
  }

  const steps = blocks.filter(({ kind }) => kind === 'commands').map(stepOf);
  await writeFile(join(folder, 'session.sh'), steps.join('\n'));
  const ended = await runProcess('bash', ['-eo', 'pipefail', 'session.sh'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(':'),
      HOME: folder,
      ROOT: root,
    },
    input,
  });
  return printedBy(ended);

  function stepOf({ name, code }: Block): string {
    const [before = '', after = ''] = around[name] ?? [];
    const run = refused.includes(name) ? `if\n${code}\nthen exit 1; fi` : code;

    return [`printf '\\n${mark}%s\\n' '${name}'`, before, run, after].join('\n');
  }
}

function printedBy({ code, stdout, stderr }: Ended): Readonly<Record<string, string>> {
  if (code !== 0) throw new Error(`the session ended with ${String(code)}:\n${stdout}\n${stderr}`);

  const parts = stdout.split(mark).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1).trim()];
    }),
  );
}

/** Installs packages without the network; runs everything else. */
function npmCode(packages: NonNullable<Session['packages']>): string {
  const installs = Object.entries(packages).map(
    ([names, modules]) => `[ "$*" = 'install ${names}' ] && exec ln -sfn '${modules}' node_modules`,
  );

  return [
    '#!/bin/sh',
    'if [ "$1" = run ]; then shift; exec node --run "$@"; fi',
    ...installs,
    'exit 1',
    '',
  ].join('\n');
}

async function standIn(folder: string, name: string, code: string): Promise<void> {
  const path = join(folder, 'bin', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, code);
  await chmod(path, 0o755);
}
