import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filled } from '../../../src/texts/message.ts';

const src = join(import.meta.dirname, '../../../src');

it('fills a message that has placeholders, and takes one that has none as it is', () => {
  expect(filled(({ wait }) => `Wait ${String(wait)}.`, { wait: '40 seconds' })).toBe('Wait 40 seconds.');
  expect(filled('Wait.', {})).toBe('Wait.');
});

/** Where markup is printed as it is: that of our own documents, and the JSON of structured data. */
const printsMarkup = [
  'components/Guide.astro',
  'components/OneService.astro',
  'pages/docs/owners/workflow.astro',
  'pages/docs/security.astro',
];

it('is printed as text: no page and no script takes words for markup', () => {
  const files = globSync('{browser,components,documents,layouts,pages,site}/**/*.{astro,ts,js}', {
    cwd: src,
  });
  const found = files.filter((file) =>
    /set:html|innerHTML|outerHTML|insertAdjacentHTML/.test(readFileSync(join(src, file), 'utf8')),
  );

  expect(found.sort()).toEqual(printsMarkup);
});
