import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printServiceFile, serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { HistoryView } from '../../../src/views/history.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const alpha = serviceNamed('alpha');
const [file, stone] = [serviceFilePath(alpha.id), tombstoneFilePath(alpha.id)];

let workplace: Workplace;
let catalog: GitFolder;
let server: RunningServer;

beforeAll(async () => {
  workplace = await Workplace.make();
  catalog = await GitFolder.init(workplace.catalog);
  await writeCatalog(workplace.catalog, alpha);
  await catalog.commitAll('Begin');
  server = await startServer(workplace.environment);
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

async function changesOf(id: string, search = ''): Promise<HistoryView['changes']> {
  const answer = await fetch(`${server.url}/api/services/${id}/history${search}`);
  expect(answer.status).toBe(200);
  return HistoryView.parse(await answer.json()).changes;
}

const kindsOf = async (id: string): Promise<string[]> => (await changesOf(id)).map(({ kind }) => kind);

async function commit(message: string, files: Readonly<Record<string, string | null>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) await catalog.remove(path);
    else await catalog.write(path, text);
  }
  await catalog.commitAll(message);
  return catalog.head();
}

describe('the history of a service', () => {
  it('holds a registration as soon as it is answered, however many come at once', async () => {
    const key = await workplace.key();
    const made = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const answer = await register(server.url, key, {
          ...aRegistration(i),
          category: alpha.category,
        });
        const { id } = z.object({ id: z.string() }).parse(await answer.json());
        return changesOf(id);
      }),
    );

    for (const changes of made) {
      expect(changes.map(({ kind }) => kind)).toEqual(['created']);
      expect(changes[0]?.fields).toContainEqual({
        pointer: '/category',
        before: null,
        after: alpha.category,
      });
    }
    const commits = await catalog.lines('log', '--format=%H');
    expect(made.every(([change]) => commits.includes(change?.commit ?? ''))).toBe(true);
  });

  it('tells what an owner did, each act at once and once', async () => {
    const key = await workplace.key();
    const body = { ...aRegistration('owned'), category: alpha.category };
    const made = await register(server.url, key, body);
    const { id } = z.object({ id: z.string() }).parse(await made.json());
    const act = async (method: string, path = '', sent?: object): Promise<string[]> => {
      const answer = await fetch(`${server.url}/api/services/${id}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      expect([200, 204]).toContain(answer.status);
      return kindsOf(id);
    };

    expect(await act('PATCH', '', { pricing: { pricePerRequest: '0.5' } })).toEqual(['updated', 'created']);
    expect(await act('DELETE')).toEqual(['deleted', 'updated', 'created']);
    expect(await act('POST', '/restore')).toEqual(['restored', 'deleted', 'updated', 'created']);
    const changes = await changesOf(id);
    expect(changes.map(({ owner }) => owner)).toEqual(['tests', 'tests', 'tests', 'tests']);
    expect(changes[2]?.fields).toEqual([
      { pointer: '/pricing/pricePerRequest', before: body.pricing.pricePerRequest, after: '0.5' },
    ]);
  });

  it('follows commits, a pull request, a removal and a file that was broken by hand', async () => {
    const dear = { ...alpha, pricing: { currency: 'USDC', pricePerRequest: '9' }, owner: 'acme' };
    await catalog.git('switch', '--quiet', '-c', 'request');
    await commit('Draft', { [file]: printServiceFile({ ...dear, name: 'Draft' }) });
    await commit('Final', { [file]: printServiceFile(dear) });
    await catalog.git('switch', '--quiet', 'main');
    await commit('Meanwhile', { README: 'Read me.' });
    await catalog.git('merge', '--quiet', '--no-ff', '--message=Merge', 'request');
    const merge = await catalog.head();
    await expect.poll(() => kindsOf(alpha.id)).toEqual(['updated', 'created']);
    const [merged, created] = await changesOf(alpha.id);
    expect(created?.owner).toBeNull();
    expect(merged).toMatchObject({ commit: merge, owner: 'acme' });
    expect(merged?.fields).toContainEqual({
      pointer: '/pricing/pricePerRequest',
      before: alpha.pricing.pricePerRequest,
      after: '9',
    });

    await commit('Break', { [file]: '<<<<<<< HEAD' });
    await commit('Fix', { [file]: printServiceFile(dear) });
    await commit('Remove', { [file]: null });
    await commit('Bury', { [stone]: '{}' });
    await expect
      .poll(() => kindsOf(alpha.id))
      .toEqual(['deleted', 'updated', 'updated', 'updated', 'created']);
    await commit('Restore', { [stone]: null, [file]: printServiceFile(dear) });
    await expect.poll(async () => (await kindsOf(alpha.id))[0]).toBe('restored');
  });

  it('is the same after a restart, without its index, and with an index that is no database', async () => {
    const database = join(workplace.folder, 'data', 'tollbook.db');
    const before = await changesOf(alpha.id, '?limit=3');
    expect(before).toHaveLength(3);
    const restart = async (): Promise<void> => {
      await server.stop('SIGTERM');
      server = await startServer(workplace.environment);
    };

    await restart();
    expect(await changesOf(alpha.id, '?limit=3')).toEqual(before);
    await rm(database);
    expect(await changesOf(alpha.id, '?limit=3')).toEqual(before);
    await expect.poll(() => changesOf(alpha.id, '?limit=3')).toEqual(before);
    await rm(join(workplace.folder, 'data'), { recursive: true });
    await restart();
    expect(await changesOf(alpha.id, '?limit=3')).toEqual(before);
    await writeFile(database, 'no database'.repeat(1000));
    expect(await changesOf(alpha.id, '?limit=3')).toEqual(before);
    await rm(join(workplace.folder, 'data'), { recursive: true });
    await restart();
  });

  it('follows a branch that was rewritten', async () => {
    await catalog.git('reset', '--quiet', '--hard', 'HEAD~2');
    await expect
      .poll(() => kindsOf(alpha.id))
      .toEqual(['deleted', 'updated', 'updated', 'updated', 'created']);
  });
});
