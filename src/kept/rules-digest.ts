import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Where it is decided whether a file is valid, and what it says. */
const rules = ['domain', 'catalog-files'];

let found: string | undefined;

/** A digest of the program's rules, so that no other rules than the present ones decided about what is kept. */
export function rulesDigest(): string {
  return (found ??= digest(rules.flatMap(sourcesIn)));
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function sourcesIn(room: string): string[] {
  const folder = new URL(`../${room}/`, import.meta.url);

  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') || name.endsWith('.js'))
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
}
