import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mirrorCommand } from '../../../scripts/mirror.ts';
import { openStore } from '../../../src/mirror/mirror-folder.ts';
import { serviceLine } from '../../../src/mirror/mirrored-service.ts';
import { callCommand } from '../../support/call-command.ts';
import { FakeCatalog, served } from '../../support/mirror/fake-catalog.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let catalog: FakeCatalog;
let folder: string;
let to: string;

beforeEach(async () => {
  catalog = await FakeCatalog.start();
  folder = await temporaryFolder();
  to = join(folder, 'mirror');
  for (const name of ['Rain', 'Snow']) catalog.put(served(name));
});

const run = (...args: string[]) => callCommand(mirrorCommand, ['--from', catalog.url, '--to', to, ...args]);

async function held(): Promise<string> {
  let text = '';
  for await (const services of (await openStore(to, 'files')).services()) {
    for (const service of services) text += `${serviceLine(service)}\n`;
  }
  return text;
}

describe('mirror', () => {
  it('copies a catalog, goes on later, and says what it did', async () => {
    const first = await run();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toBe(
      'export: 2 created, 0 updated, 0 removed; 2 services\nup to date: 2 services at commit c0ffee0000000000000000000000000000000000\n',
    );

    catalog.put(served('Rain', '0.002'));
    catalog.remove(served('Snow').id, { kind: 'removed', reason: 'a copy of \u001b[31mRain' });
    const second = await run();
    expect(second.stdout.split('\n').slice(0, 3)).toEqual([
      `updated ${served('Rain').id}`,
      `removed ${served('Snow').id}: a copy of U+001B[31mRain`,
      'changes: 0 created, 1 updated, 1 removed; 1 services',
    ]);
    expect(await held()).toBe(catalog.exported);
  });

  it('prints JSON lines in ASCII for programs', async () => {
    await run('--json');
    catalog.remove(served('Snow').id, { kind: 'removed', reason: 'für \u202e\u0007' });

    const { stdout } = await run('--json');
    expect(stdout).toMatch(/^[\x20-\x7e\n]*$/);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toMatchObject([
      {
        type: 'change',
        effect: 'removed',
        kind: 'removed',
        id: served('Snow').id,
        reason: 'für \u202e\u0007',
      },
      { type: 'batch', source: 'changes', changes: 1, services: 1, cursor: 'c3' },
      { type: 'report', services: 1, removed: 1, cursor: 'c3' },
    ]);
  });

  it('ends with 1 and the reason when something does not hold', async () => {
    const signers = join(folder, 'signers');
    await writeFile(signers, '');

    const { code, stderr } = await run('--signers', signers);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^mirror: .*api\/manifest\.json does not exist, so nothing is signed; mirror without --signers.*\n$/,
    );
  });

  it.each([
    [['--nonsense'], "unknown option '--nonsense'"],
    [['--format', 'xml'], 'Allowed choices are files, ndjson'],
    [['--signers', '/nowhere'], 'It cannot be read'],
    [['--signers', import.meta.filename], 'the allowed signers cannot be used: line 1'],
    [['--max-bytes', '1e9'], 'write a whole number above 0'],
    [['--require', '2'], 'give both'],
    [['--witnesses', import.meta.filename], 'give both'],
    [['--require', '1', '--witnesses', import.meta.filename], 'is no key of a witness'],
    [['--require', '0'], 'write a whole number above 0'],
    [['--witness', '65536'], 'write a port from 0 to 65535'],
    [['--witness', '0'], 'a witness has to follow its log; add --follow'],
    [['--witness-key', import.meta.filename], 'add --witness with its port'],
    [['--from', 'example.com'], '"example.com" is no address of a catalog'],
  ])('ends with 2 when it was not called rightly: %j', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  it('ends with 2 without an address or a folder', async () => {
    const { code, stderr } = await callCommand(mirrorCommand, []);

    expect(code).toBe(2);
    expect(stderr).toContain("required option '--from <url>' not specified");
  });
});
