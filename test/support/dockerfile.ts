import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

/** The instructions of the Dockerfile, with continued lines joined. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    return { name, rest };
  });

/** What follows a word of the Dockerfile, in each line that begins with it. */
export const instructionsOf = (name: string): string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);

/** What is copied from the project, and where to. */
export const copies = instructionsOf('COPY')
  .filter((rest) => !rest.startsWith('--from'))
  .map((rest) => {
    const paths = rest.split(' ');
    return { from: paths.slice(0, -1), to: paths.at(-1) ?? '' };
  });

/** The variables of the image. */
export const variables = Object.fromEntries(
  instructionsOf('ENV').flatMap((rest) =>
    rest.split(/\s+/).map((pair) => pair.split('=') as [string, string]),
  ),
);

/** A command that is written as JSON. */
export const commandOf = (text = ''): string[] => z.array(z.string()).parse(JSON.parse(text));
