import { Command } from 'commander';
import {
  mirrorDescription,
  type MirrorSettings,
  runMirror,
  withMirrorOptions,
} from './mirror/mirror-command.ts';

interface Options extends MirrorSettings {
  readonly from: string;
  readonly to: string;
}

const command = new Command('mirror')
  .description(mirrorDescription)
  .requiredOption('--from <url>', 'the catalog: a server, or a static site')
  .requiredOption('--to <folder>', 'the folder of the copy; made when it is missing')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(({ from, to, ...settings }: Options) => runMirror({ from, to }, settings));

await withMirrorOptions(command).parseAsync();
