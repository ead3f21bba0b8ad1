import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/mirror/mirror-folder.ts';
import { serviceLine } from '../../../src/mirror/service-text.ts';
import { FakeCatalog, served } from '../../support/mirror/fake-catalog.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const script = fileURLToPath(new URL('../../../scripts/mirror.ts', import.meta.url));

let catalog: FakeCatalog;
let folder: string;
let to: string;

beforeEach(async () => {
  catalog = await FakeCatalog.start();
  folder = await temporaryFolder();
  to = join(folder, 'mirror');
  for (const name of ['Rain', 'Snow']) catalog.put(served(name));
});

const run = (...args: string[]) =>
  runProcess(process.execPath, [script, '--from', catalog.url, '--to', to, ...args]);

async function held(format: 'files' | 'ndjson' = 'files'): Promise<string> {
  let text = '';
  for await (const services of (await openStore(to, format)).services()) {
    for (const service of services) text += `${serviceLine(service)}\n`;
  }
  return text;
}

/** A mirror that goes on, in a process of its own. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [script, '--from', catalog.url, '--to', to, '--follow', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    ended: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    nextLine: async () => String((await lines.next()).value),
  };
}

describe('the command', () => {
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
    [['--signers', script], 'the allowed signers cannot be used: line 1'],
    [['--max-bytes', '1e9'], 'write a whole number of bytes'],
    [['--from', 'example.com'], '"example.com" is no address of a catalog'],
  ])('ends with 2 when it was not called rightly: %j', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  it('ends with 2 without an address or a folder', async () => {
    const { code, stderr } = await runProcess(process.execPath, [script]);

    expect(code).toBe(2);
    expect(stderr).toContain("required option '--from <url>' not specified");
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('follows until %s', async (signal) => {
    const mirror = start();
    expect(await mirror.nextLine()).toContain('export: 2 created');
    catalog.put(served('Hail'));
    expect(await mirror.nextLine()).toBe(`created ${served('Hail').id}`);
    mirror.kill(signal);

    expect(await mirror.ended).toEqual([0, null]);
    expect(await held()).toBe(catalog.exported);
  });

  it('writes a folder alone', async () => {
    const mirror = start();
    await mirror.nextLine();

    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^mirror: another mirror writes .* \(process \d+\); stop it first, or choose another folder\n$/,
    );
    mirror.kill('SIGKILL');
    await mirror.ended;
    expect(await run()).toMatchObject({ code: 0 });
  });
});

describe.each(['files', 'ndjson'] as const)('a mirror in the format %s that is killed', (format) => {
  it('goes on without a gap, wherever it was', async () => {
    for (let i = 0; i < 300; i += 1) catalog.put(served(`Service ${String(i)}`));
    let edits = 0;
    const editing = setInterval(() => {
      for (let i = 0; i < 20; i += 1) {
        edits += 1;
        const service = served(`Service ${String((edits * 7) % 400)}`, `0.${String(edits)}`);
        if (edits % 5 === 0) catalog.remove(service.id);
        else catalog.put(service);
      }
    }, 5);

    try {
      for (let kill = 0; kill < 12; kill += 1) {
        if (kill === 6) catalog.forgotten = catalog.changes.length;
        const mirror = start('--format', format);
        // Every third one may be killed before it did anything.
        if (kill % 3 > 0) await mirror.nextLine();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
        mirror.kill('SIGKILL');
        await mirror.ended;
      }
    } finally {
      clearInterval(editing);
    }

    const { code, stderr } = await run('--format', format);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await held(format)) === catalog.exported).toBe(true);
    const state = JSON.parse(await readFile(join(to, 'mirror.json'), 'utf8')) as unknown;
    expect(state).toMatchObject({ services: catalog.services.size, cursor: catalog.cursor });
  });
});
