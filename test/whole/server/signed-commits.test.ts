import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { documentCommands } from '../../support/document-commands.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { aSigner, makeSigningKey } from '../../support/signing-key.ts';
import { soon } from '../../support/soon.ts';

/** The commands by which the documentation has commits verified. */
const [, , commands = ''] = documentCommands('docs/operation/signing.md', 'Signed builds and commits');

let workplace: Workplace;
let catalog: GitFolder;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  catalog = new GitFolder(workplace.catalog);
  const settings = { SIGNING_KEY: await makeSigningKey(workplace.folder) };
  key = await workplace.key();
  expect(await workplace.build(settings)).toMatchObject({ code: 0 });
  server = await startServer({ ...workplace.environment, ...settings });
  await changeTheCatalog(settings);
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

/** Everything that makes a commit: the start, owners, the operator, the log of what the operator did, and a file that was removed by hand. */
async function changeTheCatalog(settings: NodeJS.ProcessEnv): Promise<void> {
  const [one, two, three] = [await listed('one'), await listed('two'), await listed('three')];
  await act('PATCH', one, { description: 'Answers another question for a price.' });
  await act('DELETE', one);
  await act('POST', `${one}/restore`);

  const file = join(workplace.folder, 'import.json');
  await writeFile(file, JSON.stringify([aRegistration('four'), aRegistration('five')]));
  for (const args of [
    ['import', file],
    ['remove', two, '--reason', 'Fraud.'],
    ['restore', two],
    ['transfer', two, '--to', 'acme'],
  ]) {
    expect(await workplace.attempt('catalog.ts', args, settings)).toMatchObject({ code: 0 });
  }

  await vi.waitFor(async () => {
    expect(await subjects()).toContain('Log who is paid');
  }, soon);
  await catalog.remove(serviceFilePath(three));
  await vi.waitFor(async () => {
    expect(await subjects()).toContain(`Remove ${three}`);
  }, soon);
}

async function listed(name: string): Promise<string> {
  const answer = await register(server.url, key, aRegistration(name));
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

async function act(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${server.url}/api/services/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.ok).toBe(true);
}

const subjects = (): Promise<string[]> => catalog.lines('log', '--format=%s');

/** Follows the documentation in a new clone of the catalog. */
async function verify(name: string, signers?: string): Promise<Ended> {
  const clone = join(workplace.folder, name);
  await catalog.git('clone', '--quiet', workplace.catalog, clone);
  const code = commands.replaceAll('https://catalog.example.com', server.url);
  const swap = signers === undefined ? [] : [`cp '${signers}' .git/tollbook-signers`];
  const [fetching = '', ...rest] = code.split('\n');

  return runProcess('sh', ['-ec', [fetching, ...swap, ...rest].join('\n')], { cwd: clone });
}

describe('the commits of a catalog with a key', () => {
  it('are all signed, and anybody can tell by the commands of the documentation', async () => {
    const { code, stdout } = await verify('clone');

    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line[0]).join('')).toBe('G'.repeat(lines.length));
    const verified = await new GitFolder(join(workplace.folder, 'clone')).lines('log', '--format=%s');
    const kinds = verified.map((subject) => subject.split(' ')[0]);
    expect(new Set(kinds)).toEqual(
      new Set(['Start', 'Register', 'Change', 'Remove', 'Restore', 'Import', 'Log']),
    );
    expect(lines).toHaveLength(kinds.length);
  });

  it('are not those of another key', async () => {
    const signers = join(workplace.folder, 'strangers');
    const stranger = await aSigner(workplace.folder, 'strange-key');
    await writeFile(signers, stranger.describe(['tollbook', '127.0.0.1']));

    expect((await verify('strange-clone', signers)).code).not.toBe(0);
  });
});
