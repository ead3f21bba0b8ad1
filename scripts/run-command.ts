import type { Command } from 'commander';
import { ConfigError } from '../src/config-error.ts';
import { printableLines } from '../src/domain/plain-text.ts';
import { ImportFault } from '../src/import/import-fault.ts';
import { messageOf } from '../src/domain/error-code.ts';

/** Runs a command line. Prints an error as one clear line on standard error, and exits with 2 for a bad setting or option, 1 for all others. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    const reason = messageOf(error);
    console.error(printableLines(`${command.name()}: ${reason}`));
    process.exitCode = isUsage(error) ? 2 : 1;
  }
}

function isUsage(error: unknown): boolean {
  return error instanceof ConfigError || (error instanceof ImportFault && error.code === 'usage');
}
