import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import subsetFont from 'subset-font';
import { runCommand } from './run-command.ts';

const styles = new URL('../src/styles/', import.meta.url);
const packaged = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');

/** Kerning, numbers of equal width, accents, and forms of letters in some languages; the rest are fractions. */
const keepFeatures = ['kern', 'tnum', 'mark', 'mkmk', 'ccmp', 'locl', 'rvrn'];

/** The copyright and the licence, which the SIL Open Font License wants in each copy. */
const preserveNameIds = [0, 14];

/** A font of `tokens.css` that is a part of the packaged one. */
const ownFace =
  /@font-face \{[^}]*?font-weight: (\d+) (\d+);\s*src: url\('(\.\/fonts\/[^']+)'\)[^}]*?unicode-range:([^;]+);/g;

async function write(): Promise<void> {
  const font = await readFile(fileURLToPath(packaged));
  const tokens = await readFile(new URL('tokens.css', styles), 'utf8');

  for (const [, lightest, boldest, file = '', range = ''] of tokens.matchAll(ownFace)) {
    const part = await subsetFont(font, charactersOf(range), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: Number(lightest), max: Number(boldest) } },
      keepFeatures,
      preserveNameIds,
      noHinting: true,
    });
    await writeFile(new URL(file, styles), part);
    console.log(`written: ${file}, ${String(part.length)} bytes`);
  }
}

/** Every character of a `unicode-range`. */
function charactersOf(range: string): string {
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)]
    .map(([, first = '', last = first]) => [first, last].map((digits) => Number.parseInt(digits, 16)))
    .flatMap(([first = 0, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)),
    )
    .join('');
}

await runCommand(
  new Command('fonts')
    .description('Makes the fonts of the site, for the ranges of src/styles/tokens.css.')
    .action(write),
);
