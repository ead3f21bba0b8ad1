import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { printTombstone, serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { bareTombstone } from '../../../src/domain/tombstone.ts';
import { tombstoneOf } from '../../fixtures/services.ts';
import { callIn } from '../../support/call-command.ts';
import { serviceNamed, writeCatalog, writeTombstone } from '../../support/catalog-on-disk.ts';
import { startServer } from '../../support/running-server.ts';
import { inWorkplace } from '../../support/workplace.ts';

const alpha = serviceNamed('alpha');
const gone = tombstoneOf(serviceNamed('beta'));

const it = inWorkplace
  .extend('catalog', { auto: true }, async ({ workplace }) => {
    await writeCatalog(workplace.catalog, alpha);
    await writeTombstone(workplace.catalog, gone);
    return workplace.catalog;
  })
  .extend('forget', ({ workplace }) => {
    return (...args: readonly string[]) => callIn(workplace, catalogCommand, ['forget', ...args]);
  })
  .extend('fileOf', ({ workplace }) => {
    return (path: string) => readFile(join(workplace.catalog, path), 'utf8');
  });

describe('catalog forget', () => {
  it('leaves a tombstone that says nothing but the id and why', async ({ forget, fileOf, workplace }) => {
    expect(await forget(gone.id, '--reason', 'Erased on request.')).toMatchObject({
      code: 0,
      stdout: `${gone.id} is forgotten\n`,
    });

    const bare = printTombstone(bareTombstone(gone.id, gone.deletedAt, 'Erased on request.'));
    expect(await fileOf(tombstoneFilePath(gone.id))).toBe(bare);
    expect(bare).not.toContain(gone.endpoint);
    expect(await workplace.git('log', '-1', '--format=%s')).toBe(`Forget ${gone.id}\n`);
    expect(await workplace.git('status', '--porcelain')).toBe('');
  });

  it('can be repeated, and then commits nothing', async ({ forget, workplace }) => {
    await forget(gone.id, '--reason', 'Erased on request.');
    const head = await workplace.git('rev-parse', 'HEAD');

    expect(await forget(gone.id)).toMatchObject({ code: 0 });
    expect(await workplace.git('rev-parse', 'HEAD')).toBe(head);
  });

  it('leaves a listed service as it is', async ({ forget, fileOf }) => {
    const before = await fileOf(serviceFilePath(alpha.id));

    expect(await forget(alpha.id)).toMatchObject({
      code: 0,
      stdout: `What ${alpha.id} declared before is forgotten\n`,
    });
    expect(await fileOf(serviceFilePath(alpha.id))).toBe(before);
  });

  it.for([
    ['an id of no known form', ['Alpha'], '"Alpha" is no id of a service', 2],
    ['an id that nobody knows', ['alpha-00000000'], 'know nothing of alpha-00000000', 1],
    ['the id of a listed service', [alpha.id, '--and-its-id'], `still holds ${alpha.id}`, 1],
    ['an id whose tombstone is there', [gone.id, '--and-its-id'], `still holds ${gone.id}`, 1],
    ['a reason of several lines', [gone.id, '--reason', 'a\nb'], 'reason contains', 2],
  ] as const)('refuses %s', async ([_what, args, message, expected], { forget, workplace }) => {
    const { code, stderr } = await forget(...args);

    expect(code).toBe(expected);
    expect(stderr).toContain(message);
    expect(await workplace.git('log', '--format=%s').catch(() => '')).not.toContain('Forget');
  });

  it('refuses while a server runs, which would write back what it remembers', async ({
    forget,
    workplace,
  }) => {
    const server = await startServer(workplace.environment);
    try {
      const { code, stderr } = await forget(gone.id);
      expect(code).toBe(1);
      expect(stderr).toContain(`process ${String(server.pid)}`);
    } finally {
      await server.stop('SIGKILL', true);
    }
  });
});
