import type { Command } from 'commander';

/** Runs a command line without ending the process that calls it. @throws {CommanderError} after help, too, with the exit code */
export async function parseCommand(command: Command, args: readonly string[]): Promise<void> {
  throwAtExit(command);
  await command.parseAsync(args, { from: 'user' });
}

function throwAtExit(command: Command): void {
  command.exitOverride();
  for (const each of command.commands) throwAtExit(each);
}
