import type { Command } from 'commander';
import { ConfigError } from '../src/config.ts';

/** Runs a command line. What goes wrong is one clear line on standard error: exit 2 for a bad setting, 1 for all else. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    console.error(`${command.name()}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = error instanceof ConfigError ? 2 : 1;
  }
}
