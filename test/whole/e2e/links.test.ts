import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from './pages.ts';
import { expect, test } from './site.ts';

/** The targets of links on this site, without fragments. */
function linkedFrom(folder: string): Map<string, string> {
  const linked = new Map<string, string>();

  for (const file of globSync('**/*.html', { cwd: folder })) {
    if (isOfOtherService(file)) continue;
    const html = readFileSync(join(folder, file), 'utf8');
    for (const [, target = ''] of html.matchAll(/(?:href|src|action)="(\/[^"#]*)/g)) {
      linked.set(target.replaceAll('&amp;', '&').replaceAll('&#38;', '&'), file);
    }
  }
  return linked;
}

/** Pages of services have the same links, so those of a few stand for all. */
function isOfOtherService(file: string): boolean {
  return /^services\/[\w-]+-\w{8}\//.test(file) && !paths.includes(`/${file.replace('index.html', '')}`);
}

test('has no broken links', async ({ site }) => {
  const broken: string[] = [];

  for (const [target, file] of linkedFrom(site.files)) {
    // The template of a row is never visible.
    if (target === '/services/id/') continue;
    const answer = await fetch(site.url + target);
    await answer.body?.cancel();
    if (!answer.ok) broken.push(`${file} links to ${target}: ${String(answer.status)}`);
  }

  expect(broken).toEqual([]);
});

test('has no broken links within a page', ({ site }) => {
  const broken: string[] = [];

  for (const file of globSync('**/*.html', { cwd: site.files })) {
    const html = readFileSync(join(site.files, file), 'utf8');
    for (const [, id = ''] of html.matchAll(/(?:href="#|(?:for|form|list|aria-labelledby)=")([\w-]+)"/g)) {
      if (!html.includes(`id="${id}"`)) broken.push(`${file}: #${id}`);
    }
  }

  expect(broken).toEqual([]);
});

test('has no broken links to sections of other pages', async ({ site }) => {
  const read = (path: string): string => readFileSync(join(site.files, path), 'utf8');
  const index = JSON.parse(read('docs/search-index.json')) as readonly (readonly string[])[];
  const linked = globSync('**/*.html', { cwd: site.files }).flatMap((file) =>
    [...read(file).matchAll(/href="(\/[^"#?]*\/#[^"]+)"/g)].map(([, target = '']) => target),
  );
  const broken: string[] = [];

  for (const target of new Set([...linked, ...index.map(([href = '']) => href)])) {
    const [path = '', id] = target.split('#');
    const html = await (await fetch(site.url + path)).text();
    if (id !== undefined && !html.includes(`id="${id}"`)) broken.push(target);
  }

  expect(broken).toEqual([]);
});
