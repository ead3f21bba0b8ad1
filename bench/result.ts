import { mkdir, writeFile } from 'node:fs/promises';
import { describeMachine } from './machine.ts';

/** One figure, with its target and the measured value. */
export interface Figure {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly reached: boolean;
  readonly note?: string;
}

/** Writes the figures of a benchmark to `bench/results/<name>.md`, with machine, date and command, and prints them. */
export async function writeResult(name: string, figures: readonly Figure[]): Promise<void> {
  const folder = new URL('results/', import.meta.url);
  const rows = figures.map(
    ({ what, wanted, measured, reached, note }) =>
      `| ${what} | ${wanted} | ${measured} | ${reached ? 'yes' : 'no'} | ${note ?? ''} |`,
  );
  const text = [
    `# ${name}`,
    '',
    `- machine: ${describeMachine()}`,
    `- date: ${new Date().toISOString()}`,
    `- command: \`npm run bench -- ${name}\``,
    '',
    '| what | wanted | measured | reached | note |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');

  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.md`, folder), text);
  console.log(text);
}
