import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { publishFolder } from '../src/build/publish-folder.ts';
import { readConfig } from '../src/config/config.ts';
import { useCompileCache } from '../src/caches/compile-cache.ts';
import { Progress } from './progress.ts';
import { namesAt } from './named-file.ts';
import { runCommand } from './run-command.ts';

/** Files of every site: one that was copied in part has some of them. A folder without any is never overwritten. */
const marks = ['api/services.json', 'api/manifest.json', 'api/categories.json'];

interface Options {
  readonly out: string;
  readonly probe: boolean;
}

const command = new Command('publish')
  .description(
    'Makes the complete static site for any host: checks every service, builds, and copies the build to a folder. Results of checks stay in DATA_DIR; keep that for the next run.',
  )
  .requiredOption('--out <folder>', 'where to write the site; replaces an earlier site there')
  .option('--no-probe', 'publish the results of earlier checks, without new ones')
  .action(publish);

async function publish({ out, probe }: Options): Promise<void> {
  const config = readConfig(process.env);
  useCompileCache(config.dataDir);
  const folder = resolve(out);
  await refuseForeign(folder);

  if (probe) await runScript('probe.ts', ['--all']);
  // Nothing on a static host searches by meaning, so the build makes no vectors.
  await runScript('build.ts', [], { EMBEDDING_MODEL: 'none' });
  const build = await realpath(join(config.distDir, 'current'));
  await new Progress(process.stdout).stage('copying', () => publishFolder(join(build, 'client'), folder));
  console.log(`the site of ${config.siteUrl} is in ${folder}`);
}

async function refuseForeign(folder: string): Promise<void> {
  const names = await namesAt(folder);
  if (names.length === 0 || marks.some((mark) => existsSync(join(folder, mark)))) return;

  throw new Error(
    `${folder} contains something other than a published site; choose another folder, or empty it`,
  );
}

async function runScript(
  name: string,
  args: readonly string[] = [],
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env });
  const [code] = (await once(child, 'close')) as [number | null];

  if (code !== 0) throw new Error(`scripts/${name} failed; nothing was published`);
}

export function publishCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await publishCommand();
