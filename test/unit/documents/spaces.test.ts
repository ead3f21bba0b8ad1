import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../../src/documents/', import.meta.url);
const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.astro'),
);

/** Astro drops a line break beside a tag, so that a word and an element on two lines would touch. */
const glued = /<\/(?:code|a|strong)>\n\s*[\p{L}\d(–„“].*|\n[^<{=]*[\p{L}\d,;:.)]\n\s*<(?:code|a|strong)\b.*/u;

it.each(documents)('has a space between words and elements on two lines of %s', (path) => {
  expect(glued.exec(readFileSync(new URL(path, folder), 'utf8'))?.[0].trim()).toBeUndefined();
});
