import { readFile, writeFile } from 'node:fs/promises';
import { type Node, Renderer } from '@takumi-rs/core';
import { Command } from 'commander';
import { runCommand } from './run-command.ts';

const folder = new URL('../public/', import.meta.url);
/** The ground of the mark: `favicon.svg`. */
const ground = '#0b6a4b';

interface Icon {
  /** Its width and height in pixels. */
  readonly size: number;
  /** The share of the width that the mark takes; systems cut corners off where a ground is around it. */
  readonly share: number;
  readonly hasGround: boolean;
}

const plain = (size: number): Icon => ({ size, share: 1, hasGround: false });

/** The pictures of `manifest.webmanifest`, and the one that iOS asks for. */
const icons: Readonly<Record<string, Icon>> = {
  'icon-192.png': plain(192),
  'icon-512.png': plain(512),
  // Whatever lies within a circle of 80 percent of the width stays: https://www.w3.org/TR/appmanifest/#icon-masks
  'icon-maskable-512.png': { size: 512, share: 0.7, hasGround: true },
  'apple-touch-icon.png': { size: 180, share: 0.9, hasGround: true },
};

const sizesInIco = [16, 32, 48];

async function write(): Promise<void> {
  const mark = await readFile(new URL('favicon.svg', folder));
  const renderer = new Renderer();
  const draw = async (icon: Icon): Promise<Buffer> =>
    Buffer.from(
      await renderer.render(layoutOf(icon), {
        width: icon.size,
        height: icon.size,
        format: 'png',
        images: [{ src: 'mark', data: mark }],
      }),
    );

  for (const [name, icon] of Object.entries(icons)) await writeFile(new URL(name, folder), await draw(icon));
  const inIco = await Promise.all(sizesInIco.map((size) => draw(plain(size))));
  await writeFile(new URL('favicon.ico', folder), icoOf(inIco));
  console.log(`written: ${[...Object.keys(icons), 'favicon.ico'].join(', ')}`);
}

function layoutOf({ size, share, hasGround }: Icon): Node {
  const side = Math.round(size * share);

  return {
    type: 'container',
    style: {
      width: size,
      height: size,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      ...(hasGround ? { backgroundColor: ground } : {}),
    },
    children: [{ type: 'image', src: 'mark', style: { width: side, height: side } }],
  };
}

const headerLength = 6;
const entryLength = 16;

/** An icon file that holds pictures as PNG: a header, an entry for each, then the pictures. All numbers are little-endian. */
function icoOf(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(headerLength + entryLength * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);

  let offset = header.length;
  for (const [place, picture] of pictures.entries()) {
    const entry = headerLength + entryLength * place;
    const size = sizesInIco[place] ?? 0;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(picture.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += picture.length;
  }
  return Buffer.concat([header, ...pictures]);
}

await runCommand(
  new Command('icons').description('Draws the icons of the site from public/favicon.svg.').action(write),
);
