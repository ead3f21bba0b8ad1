import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type Config, ConfigError, readConfig } from '../src/config.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

/** Several times quicker than `fs.cp`, which copies one file at a time. */
const copiedAtOnce = 64;

/** What every published folder holds, so that no other one is ever overwritten. */
const mark = 'api';

interface Options {
  readonly out: string;
  readonly probe: boolean;
}

await runCommand(
  new Command('publish')
    .description(
      'Makes the complete static site for any host: checks every service, builds, and copies the build to a folder. What was seen stays in DATA_DIR; keep it for the next time.',
    )
    .requiredOption('--out <folder>', 'where to write the site; an earlier one there is replaced as a whole')
    .option('--no-probe', 'publish what was seen before, and check nothing now')
    .action(publish),
);

async function publish({ out, probe }: Options): Promise<void> {
  const config = readConfig(process.env);
  const folder = resolve(out);
  refuseBasePath(config);
  await refuseForeign(folder);

  if (probe) await runScript('probe.ts', '--all');
  await runScript('build.ts');
  await new Progress(process.stdout).stage('copying', () => copySite(config, folder));
  console.log(`the site of ${config.siteUrl} is in ${folder}`);
}

/** Every link of the site begins at the root of its host. */
function refuseBasePath({ siteUrl }: Config): void {
  const { pathname } = new URL(siteUrl);
  if (pathname === '/') return;

  throw new ConfigError(
    `SITE_URL=${siteUrl}: the site cannot stand below ${pathname}; give it a host of its own, for GitHub Pages by a custom domain or a repository named <owner>.github.io`,
  );
}

async function refuseForeign(folder: string): Promise<void> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  if (names.length === 0 || names.includes(mark)) return;

  throw new Error(`${folder} holds something else than a published site; name another folder, or empty it`);
}

async function runScript(name: string, ...args: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const [code] = (await once(spawn(process.execPath, [script, ...args], { stdio: 'inherit' }), 'close')) as [
    number | null,
  ];

  if (code !== 0) throw new Error(`scripts/${name} failed; nothing was published`);
}

/** Copies the newest build beside the folder first, so that the folder holds a whole site at any time. */
async function copySite({ distDir }: Config, folder: string): Promise<void> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await copyFiles(await realpath(join(distDir, 'client')), draft);

  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

async function copyFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const placed = entries.map((entry) => ({
    entry,
    path: relative(from, join(entry.parentPath, entry.name)),
  }));
  await mkdir(to, { recursive: true });
  for (const { entry, path } of placed) {
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true });
  }

  const files = placed.filter(({ entry }) => entry.isFile()).values();
  const work = async (): Promise<void> => {
    for (const { path } of files) await copyFile(join(from, path), join(to, path));
  };
  await Promise.all(Array.from({ length: copiedAtOnce }, work));
}
