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
  /** Lines of .curlrc. */
  readonly curl: readonly string[];
  readonly privateKey: string;
  /** What happens before and after some commands, by their names, in the shell. */
  readonly around: Readonly<Record<string, readonly [before: string, after: string]>>;
  /** Commands whose request is refused. */
  readonly refused: readonly string[];
}

/** Separates what the commands print: a character that none of them prints. */
const mark = '\u001e';

/**
 * Follows a guide as its reader would: saves the files, and runs all commands in one shell, until one of them fails. Only Foundry and the
 * installation of viem are stand-ins, which sign and install what this project has. Returns what each command printed, by name.
 */
export async function follow(
  blocks: readonly Block[],
  { folder, curl, privateKey, around, refused }: Session,
): Promise<Readonly<Record<string, string>>> {
  await writeFile(
    join(folder, '.curlrc'),
    [...curl, 'fail-with-body', 'silent', 'show-error', ''].join('\n'),
  );
  await standIn(folder, 'cast', castCode);
  await standIn(folder, 'npm', npmCode);
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
      WALLET_KEY: privateKey,
    },
    input: `${privateKey}\n`,
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

/** `cast wallet sign` of Foundry, which would ask for the key on the terminal. */
const castCode = `#!/usr/bin/env node
const [wallet, sign, how, message, ...more] = process.argv.slice(2);
if (\`\${wallet} \${sign} \${how}\` !== 'wallet sign --interactive' || more.length > 0) process.exit(2);
import('file://' + process.env.ROOT + 'node_modules/viem/_esm/accounts/index.js')
  .then(({ privateKeyToAccount }) => privateKeyToAccount(process.env.WALLET_KEY).signMessage({ message }))
  .then(console.log);
`;

/** Installs viem without the network; runs everything else. */
const npmCode = `#!/bin/sh
if [ "$1" = run ]; then shift; exec node --run "$@"; fi
[ "$*" = 'install viem' ] && ln -s "$ROOT/node_modules" node_modules
`;

async function standIn(folder: string, name: string, code: string): Promise<void> {
  const path = join(folder, 'bin', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, code);
  await chmod(path, 0o755);
}
