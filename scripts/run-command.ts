import { type Command, CommanderError } from 'commander';
import { ConfigError } from '../src/config/config-error.ts';
import { printableLines } from '../src/domain/plain-text.ts';
import { ImportFault } from '../src/import/import-fault.ts';
import { parseCommand } from './parse-command.ts';
import { faultOf } from '../src/domain/system-fault.ts';
import { UsageFault } from './usage-fault.ts';

/**
 * Runs a command line, by default that of this process. Prints an error as one clear line on standard error, and exits with 2 where the call is
 * wrong (an argument, an option, a setting or a file), with 1 for everything else.
 */
export async function runCommand(
  command: Command,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    await parseCommand(command, args);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      console.error(printableLines(`${command.name()}: ${faultOf(error)}`));
      process.exitCode = isUsage(error) ? 2 : 1;
    }
  }
}

function isUsage(error: unknown): boolean {
  if (error instanceof ImportFault) return error.code === 'usage';
  return error instanceof ConfigError || error instanceof UsageFault;
}
