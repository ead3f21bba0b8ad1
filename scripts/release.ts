import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { version } from '../src/config/version.ts';
import { notesFor } from './release/changelog.ts';
import { runCommand } from './run-command.ts';

const changelog = new URL('../CHANGELOG.md', import.meta.url);

async function printNotes({ tag }: { tag: string }): Promise<void> {
  console.log(notesFor(tag, version, await readFile(changelog, 'utf8')));
}

const command = new Command('release')
  .description(
    'Checks that a tag, package.json and CHANGELOG.md name the same version, and prints its notes.',
  )
  .requiredOption('--tag <tag>', 'the tag of the release, like v1.2.3')
  .action(printNotes);

export function releaseCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await releaseCommand();
