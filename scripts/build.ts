import { Command } from 'commander';
import { dataDirIn } from '../src/config/data-dir.ts';
import { useCompileCache } from '../src/caches/compile-cache.ts';
import './end-with-parent.ts';
import type { BuildOptions } from './make-build.ts';
import { runCommand } from './run-command.ts';

await runCommand(
  new Command('build')
    .description(
      'Builds the site and the static API from CATALOG_DIR into DIST_DIR, beside the last build, and swaps the new one in atomically.',
    )
    .option('--for-server', 'leave out what a server renders on request, and what is rarely read')
    .action(async (options: BuildOptions) => {
      // Loading what builds takes longer than a build after one change.
      useCompileCache(dataDirIn(process.env));
      const { build } = await import('./make-build.ts');
      await build(options);
    }),
);
