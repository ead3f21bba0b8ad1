import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';

const styles = new URL('../../../src/styles/', import.meta.url);
const packaged = createRequire(import.meta.url).resolve(
  '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
);

async function charactersIn(path: string | URL): Promise<ReadonlySet<number>> {
  return new Set((create(await readFile(path)) as Font).characterSet);
}

const inCommon = await charactersIn(new URL('fonts/figtree.woff2', styles));
const inRare = await charactersIn(new URL('fonts/figtree-rare.woff2', styles));

describe('the fonts of the site', () => {
  it('have every character of the packaged one', async () => {
    const printed = [...(await charactersIn(packaged))].filter((character) => character >= 0x20);

    expect(printed.filter((each) => !inCommon.has(each) && !inRare.has(each))).toEqual([]);
  });

  it('write the words of the site with the file that every page loads', async () => {
    const all = await charactersIn(packaged);
    const words = new Set(
      globSync(['src/texts/**/*.ts', 'src/documents/**/*.astro']).flatMap((path) =>
        Array.from(readFileSync(path, 'utf8')),
      ),
    );

    const missing = [...words].filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= 0x20 && all.has(code) && !inCommon.has(code);
    });
    expect(missing).toEqual([]);
  });
});
