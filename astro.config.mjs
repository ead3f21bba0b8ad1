import { basename } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import node, { getAdapter } from '@astrojs/node';
import { defineConfig, logHandlers } from 'astro/config';

/** Only `astro dev` mounts the API within Astro; else the site's server half would carry a second copy of it and its state. */
const isDev = process.argv.includes('dev');

/**
 * The Node adapter with an entry of our own. Its own one answers Astro's internal routes too, builds URLs from the Host header
 * that a client chose, and takes unhandled rejections away from the process.
 */
const renderer = {
  name: 'tollbook:renderer',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        ...getAdapter({}),
        serverEntrypoint: fileURLToPath(import.meta.resolve('./src/site/render-page.ts')),
      }),
  },
};

/** What the scripts of most pages need: formats, links and elements. */
const common = [
  'browser/(elements|fix-links|picked)',
  'site/(amount|exact-amount|links|said)',
  'domain/(decimal|fold)',
  'texts/(file-address|formats|languages|local-path)',
  'texts/[a-z]+/(language|nouns|patterns)',
];

/**
 * How the scripts are divided into files. By default, every small module that two of them share becomes a file, whose headers alone weigh more
 * than it does. The first group is what every page loads.
 */
const scriptFiles = [
  { name: 'page', test: /src\/(layouts\/Page\.astro\?|browser\/search-box\.ts)|vite\/preload-helper/ },
  { name: 'common', test: new RegExp(`src/(${common.join('|')})\\.ts$`) },
];

export default defineConfig({
  adapter: isDev ? node({ mode: 'middleware' }) : renderer,
  // Pages are rendered by the server half, for a build as for a visitor: one way, and a build renders only what changed.
  output: 'server',
  trailingSlash: 'ignore',
  session: false,
  fetchFile: isDev ? 'app/dev-server' : null,
  // One JSON object a line, as the rest of the log: a page that fails must not write a visitor's text into it.
  ...(isDev ? {} : { logger: logHandlers.json({ level: 'warn' }) }),
  // Nothing inline: the pages' Content-Security-Policy allows only files of our own.
  build: { inlineStylesheets: 'never' },
  vite: {
    build: { assetsInlineLimit: 0 },
    // In copies below any path, scripts and styles find what lies beside them.
    experimental: {
      renderBuiltUrl: (file, { ssr, hostType }) =>
        hostType === 'css' ? `./${basename(file)}` : { relative: !ssr },
    },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scriptFiles } } } } },
    },
  },
  devToolbar: { enabled: false },
});
