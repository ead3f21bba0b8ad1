import process from 'node:process';
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/** Only `astro dev` mounts the API within Astro; else the site's server half would carry a second copy of it and its state. */
const isDev = process.argv.includes('dev');

export default defineConfig({
  adapter: node({ mode: 'middleware' }),
  // Pages are rendered by the server half, for a build as for a visitor: one way, and a build renders only what changed.
  output: 'server',
  trailingSlash: 'ignore',
  fetchFile: isDev ? 'fetch' : null,
  // Nothing inline: the pages' Content-Security-Policy allows only files of our own.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
});
