import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The commands in a section of a document, block by block. Throws when there is no such section. */
export function documentCommands(path: string, heading: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const start = text.indexOf(`## ${heading}\n`);
  if (start === -1) throw new Error(`${path} has no section "${heading}"`);

  const [section = ''] = text.slice(start + 3).split(/^## /m);
  return [...section.matchAll(/^( *)```sh\n(.*?)^ *```/gms)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}
