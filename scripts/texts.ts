import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runCommand } from './run-command.ts';
import { writeTexts } from './texts/write-texts.ts';

await runCommand(
  new Command('texts')
    .description(
      'Makes the modules of src/texts from the messages of each language, src/texts/<language>.json.',
    )
    .action(async () => writeTexts(fileURLToPath(new URL('../src/texts/', import.meta.url)))),
);
