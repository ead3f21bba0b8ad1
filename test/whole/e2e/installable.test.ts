import { expect, test } from './site.ts';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

interface Manifest {
  readonly start_url: string;
  readonly theme_color: string;
  readonly background_color: string;
  readonly icons: readonly Icon[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Icon[] }[];
}

const revalidated = 'public, max-age=0, must-revalidate';

/** The width and height that a PNG says it has. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG');

  return `${String(png.readUInt32BE(16))}x${String(png.readUInt32BE(20))}`;
}

test('has a manifest that browsers accept', async ({ page, request }) => {
  await page.goto('/');
  const client = await page.context().newCDPSession(page);
  const { errors, url } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');

  const answer = await request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  expect(answer.headers()['cache-control']).toBe(revalidated);
  const { icons, shortcuts, ...manifest } = (await answer.json()) as Manifest;
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
    'any any',
  ]);
  for (const { src, sizes, type } of [...icons, ...shortcuts.flatMap((each) => each.icons)]) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type']).toBe(type);
    if (type === 'image/png') expect(sizeOf(await icon.body())).toBe(sizes);
  }
  for (const path of [manifest.start_url, ...shortcuts.map((each) => each.url)]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
  await expect(page.locator(`meta[name=theme-color][content="${manifest.theme_color}"]`)).toHaveCount(1);
  expect(manifest.background_color).toBe(manifest.theme_color);
});

test('has icons for browsers and phones that look for none else', async ({ request }) => {
  const ico = await request.get('/favicon.ico');
  const body = await ico.body();
  expect(ico.headers()['content-type']).toBe('image/x-icon');
  expect(ico.headers()['cache-control']).toBe(revalidated);
  // The entries of the file: width, height, then after some bytes the length and the place of a PNG.
  const pictures = [0, 1, 2].map((place) => {
    const entry = 6 + 16 * place;
    const start = body.readUInt32LE(entry + 12);
    return [body.readUInt8(entry), sizeOf(body.subarray(start, start + body.readUInt32LE(entry + 8)))];
  });
  expect(pictures).toEqual([
    [16, '16x16'],
    [32, '32x32'],
    [48, '48x48'],
  ]);

  const touch = await request.get('/apple-touch-icon.png');
  expect(touch.headers()['content-type']).toBe('image/png');
  expect(sizeOf(await touch.body())).toBe('180x180');
});
