import { type Command, CommanderError } from 'commander';
import { ConfigError } from '../src/config/config-error.ts';
import { printableLines } from '../src/domain/plain-text.ts';
import { ImportFault } from '../src/import/import-fault.ts';
import { messageOf } from '../src/domain/error-code.ts';
import { parseCommand } from './parse-command.ts';

/**
 * Runs a command line, by default that of this process. Prints an error as one clear line on standard error, and exits with 2 for a bad setting or
 * option, 1 for all others; with `misuse` where commander refuses the arguments.
 */
export async function runCommand(
  command: Command,
  args: readonly string[] = process.argv.slice(2),
  { misuse = 1 }: { readonly misuse?: number } = {},
): Promise<void> {
  try {
    await parseCommand(command, args);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : misuse;
    else {
      console.error(printableLines(`${command.name()}: ${messageOf(error)}`));
      process.exitCode = isUsage(error) ? 2 : 1;
    }
  }
}

function isUsage(error: unknown): boolean {
  return error instanceof ConfigError || (error instanceof ImportFault && error.code === 'usage');
}
