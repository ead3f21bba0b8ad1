import { Command } from 'commander';
import {
  mirrorDescription,
  type MirrorSettings,
  runMirror,
  withMirrorOptions,
} from './mirror/mirror-command.ts';
import { runCommand } from './run-command.ts';

interface Options extends MirrorSettings {
  readonly from: string;
  readonly to: string;
}

const command = withMirrorOptions(
  new Command('mirror')
    .description(mirrorDescription)
    .requiredOption('--from <url>', 'the catalog: a server, or a static site')
    .requiredOption('--to <folder>', 'the folder of the copy; made when it is missing')
    .action(({ from, to, ...settings }: Options) => runMirror({ from, to }, settings)),
);

export function mirrorCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await mirrorCommand();
