import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { mirrorCommand } from '../../../scripts/mirror.ts';
import { openStore } from '../../../src/mirror/mirror-folder.ts';
import { serviceLine } from '../../../src/mirror/mirrored-service.ts';
import { callCommand } from '../../support/call-command.ts';
import { FakeCatalog, served } from '../../support/mirror/fake-catalog.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const script = fileURLToPath(new URL('../../../scripts/mirror.ts', import.meta.url));

let catalog: FakeCatalog;
let to: string;

beforeEach(async () => {
  catalog = await FakeCatalog.start();
  to = join(await temporaryFolder(), 'mirror');
  for (const name of ['Rain', 'Snow']) catalog.put(served(name));
});

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

/** Once more, to the newest state. */
const run = (...args: string[]) => callCommand(mirrorCommand, ['--from', catalog.url, '--to', to, ...args]);

describe('a mirror that follows', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends well by %s', async (signal) => {
    const mirror = start();
    expect(await mirror.nextLine()).toContain('export: 2 created');
    catalog.put(served('Hail'));
    expect(await mirror.nextLine()).toBe(`created ${served('Hail').id}`);
    mirror.kill(signal);

    expect(await mirror.ended).toEqual([0, null]);
    expect(await held()).toBe(catalog.exported);
  });

  it('writes its folder alone', async () => {
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

describe.each(['files', 'ndjson'] as const)('a mirror in the format %s', (format) => {
  it('that is killed again and again goes on without a gap', async () => {
    for (let i = 0; i < 300; i += 1) catalog.put(served(`Service ${String(i)}`));
    /** When it is killed: as it waits for an answer, or as it works on one. */
    const moments = [
      ['/api/export.ndjson', 'waits'],
      ['/api/export.ndjson', 'works'],
      ['/api/changes', 'waits'],
      ['/api/changes', 'works'],
      ['/api/export.ndjson', 'works'],
      ['/api/changes', 'works'],
    ] as const;

    for (const [round, [path, doing]] of moments.entries()) {
      // From here on, it has to begin anew.
      if (round === 4) catalog.forgotten = catalog.changes.length;
      const mirror = start('--format', format);
      catalog.intercept = (_request, response, { pathname }) => {
        if (pathname !== path) return false;
        edit(round);
        if (doing === 'waits') mirror.kill('SIGKILL');
        else response.once('finish', () => mirror.kill('SIGKILL'));
        return doing === 'waits';
      };
      expect(await mirror.ended).toEqual([null, 'SIGKILL']);
    }
    catalog.intercept = () => false;

    expect(await run('--format', format)).toMatchObject({ code: 0, stderr: '' });
    expect((await held(format)) === catalog.exported).toBe(true);
    const state = JSON.parse(await readFile(join(to, 'mirror.json'), 'utf8')) as unknown;
    expect(state).toMatchObject({ services: catalog.services.size, cursor: catalog.cursor });
  });

  /** Changes, adds and removes services. */
  function edit(round: number): void {
    for (let i = 20 * round; i < 20 * (round + 1); i += 1) {
      const service = served(`Service ${String((i * 7) % 400)}`, `0.${String(i + 1)}`);
      if (i % 5 === 0) catalog.remove(service.id);
      else catalog.put(service);
    }
  }
});
