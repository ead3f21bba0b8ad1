import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { evidenceCommand } from '../../../scripts/evidence.ts';
import { publishCommand } from '../../../scripts/publish.ts';
import { stateCommand } from '../../../scripts/state.ts';
import { tollbookCommand } from '../../../scripts/tollbook/tollbook-command.ts';
import { callIn } from '../../support/call-command.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { inWorkplace } from '../../support/workplace.ts';

const alpha = serviceNamed('alpha');
const url = 'http://127.0.0.1:1';

/** A command that is given the path of a file. */
type Call = readonly [
  name: string,
  command: (args: readonly string[]) => Promise<void>,
  args: (path: string) => readonly string[],
];

const readers: readonly Call[] = [
  ['evidence --from', evidenceCommand, (path) => ['--from', path, '--source', 'x']],
  ['catalog import', catalogCommand, (path) => ['import', path]],
  ['catalog edit --patch', catalogCommand, (path) => ['edit', alpha.id, '--patch', path]],
  ['tollbook register', tollbookCommand, (path) => ['register', path, '--key', 'tbk_x', '--url', url]],
  ['tollbook verify --offline', tollbookCommand, (path) => ['verify', path, '--offline']],
  [
    'tollbook mirror --signers',
    tollbookCommand,
    (path) => ['mirror', 'copy', '--url', url, '--signers', path],
  ],
];

const writers: readonly Call[] = [
  ['catalog export', catalogCommand, (path) => ['export', path]],
  ['state backup --to', stateCommand, (path) => ['backup', '--to', path]],
  ['publish --out', publishCommand, (path) => ['--out', path, '--no-probe']],
  ['tollbook mirror', tollbookCommand, (path) => ['mirror', path, '--url', url]],
];

/** The codes of the operating system. */
const rawCode = /\bE[A-Z]{4,}\b/;

const it = inWorkplace.extend('wrongly', ({ workplace }) => async ([, command, args]: Call, path: string) => {
  await writeCatalog(workplace.catalog, alpha);
  return callIn(workplace, command, args(join(workplace.folder, path)));
});

describe('a file that a call names', () => {
  it.for(readers)('is missing, which %s says in words, with 2', async (call, { wrongly }) => {
    const { code, stderr } = await wrongly(call, 'missing.json');

    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no such file or folder')]);
    expect(stderr).not.toMatch(rawCode);
  });

  it.for(readers)('is a folder, which %s says in words, with 2', async (call, { wrongly, workplace }) => {
    await mkdir(join(workplace.folder, 'folder.json'));
    const { code, stderr } = await wrongly(call, 'folder.json');

    expect([code, stderr]).toEqual([2, expect.stringContaining('it is a folder')]);
    expect(stderr).not.toMatch(rawCode);
  });

  it.skipIf(process.getuid?.() === 0).for(readers)(
    'may not be read, which %s says in words, with 2',
    async (call, { wrongly, workplace }) => {
      const path = join(workplace.folder, 'secret.json');
      await writeFile(path, '{}');
      await chmod(path, 0);
      const { code, stderr } = await wrongly(call, 'secret.json');

      expect([code, stderr]).toEqual([2, expect.stringContaining('this user may not open it')]);
      expect(stderr).not.toMatch(rawCode);
    },
  );

  it.for(writers)('is below a file, which %s says in words, with 2', async (call, { wrongly, workplace }) => {
    await workplace.key();
    await writeFile(join(workplace.folder, 'file'), '');
    const { code, stderr } = await wrongly(call, 'file/new');

    expect([code, stderr]).toEqual([2, expect.stringContaining('a part of its path is no folder')]);
    expect(stderr).not.toMatch(rawCode);
  });
});
