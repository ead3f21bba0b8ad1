import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writtenIn } from '../../../src/build/site-code.ts';

it('leads to the English documents where a language has none', async () => {
  const root = await mkdtemp(join(tmpdir(), 'site-code-'));
  const src = join(root, 'src');

  expect(writtenIn('de', root)).toEqual({
    '#texts': join(src, 'texts/de'),
    '#documents': join(src, 'documents/en'),
  });
  await mkdir(join(src, 'documents/de'), { recursive: true });
  expect(writtenIn('de', root)).toEqual({
    '#texts': join(src, 'texts/de'),
    '#documents': join(src, 'documents/de'),
  });
  await rm(root, { recursive: true });
});
