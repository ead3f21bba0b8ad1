import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads and parses every JSON file below a folder, one after another: what a start of the server is compared with. */
const [, , folder = '.'] = process.argv;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.json'),
);
const read: unknown[] = files.map((path): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8')));
console.log(read.length);
