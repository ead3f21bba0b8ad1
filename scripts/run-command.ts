import type { Command } from 'commander';
import { ConfigError } from '../src/config.ts';
import { printableLines } from '../src/domain/plain-text.ts';

/** Runs a command line. What goes wrong is one clear line on standard error: exit 2 for a bad setting, 1 for all else. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(printableLines(`${command.name()}: ${reason}`));
    process.exitCode = error instanceof ConfigError ? 2 : 1;
  }
}
