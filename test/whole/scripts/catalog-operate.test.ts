import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { readServiceFile, readTombstone } from '../../../src/domain/read-service-file.ts';
import { serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { categories } from '../../fixtures/services.ts';
import { callIn } from '../../support/call-command.ts';
import { serviceNamed, writeCatalog, writeCatalogFile } from '../../support/catalog-on-disk.ts';
import { inWorkplace } from '../../support/workplace.ts';

const owned = { ...serviceNamed('alpha'), owner: 'github:1' };
const { id } = owned;
const known = { hasCategory: (category: string) => categories.some((each) => each.id === category) };

const it = inWorkplace
  .extend('catalog', { auto: true }, async ({ workplace }) => {
    await writeCatalog(workplace.catalog, owned, serviceNamed('beta'));
    return workplace.catalog;
  })
  .extend('operate', ({ workplace }) => {
    return (...args: readonly string[]) => callIn(workplace, catalogCommand, args);
  })
  .extend('declared', ({ workplace }) => async () => {
    const path = serviceFilePath(id);
    const text = await readFile(join(workplace.catalog, path), 'utf8');
    const reading = readServiceFile(path, text, { allowInsecure: false }, known);
    return 'value' in reading ? reading.value : reading.problems;
  })
  .extend('tombstone', ({ workplace }) => async () => {
    const path = tombstoneFilePath(id);
    const reading = readTombstone(path, await readFile(join(workplace.catalog, path), 'utf8'));
    return 'value' in reading ? reading.value : reading.problems;
  });

describe('the operator', () => {
  it('removes a service with a reason, and restores it', async ({ operate, tombstone, declared }) => {
    expect(await operate('remove', id, '--reason', 'Fraud.')).toMatchObject({
      code: 0,
      stdout: `${id} is removed\n`,
    });
    expect(await tombstone()).toMatchObject({ id, owner: 'github:1', reason: 'Fraud.', byOperator: true });
    await expect(declared()).rejects.toThrow('ENOENT');

    expect(await operate('restore', id)).toMatchObject({ code: 0, stdout: `${id} is listed again\n` });
    expect(await declared()).toMatchObject({ id, owner: 'github:1', createdAt: owned.createdAt });
    await expect(tombstone()).rejects.toThrow('ENOENT');
  });

  it('gives a service to another owner at once', async ({ operate, declared }) => {
    const { code, stderr } = await operate('transfer', id, '--to', 'acme');

    expect(code).toBe(0);
    expect(stderr).toContain('Nobody with this name holds a key.');
    expect(await declared()).toMatchObject({ owner: 'acme' });
  });

  it.for([
    ['an unknown service', ['remove', 'none-00000000'], 'there is no service "none-00000000"'],
    ['a service that is listed', ['restore', id], 'so there is nothing to restore'],
    [
      'an owner of no known form',
      ['transfer', id, '--to', 'wallet:me'],
      '--to: to "wallet:me" is not an owner',
    ],
    ['a hidden character', ['remove', id, '--reason', 'a\u202eb'], '--reason: reason contains the hidden'],
  ] as const)('is told why not: %s', async ([_what, args, reason], { operate }) => {
    const { code, stderr } = await operate(...args);

    expect(code).toBe(1);
    expect(stderr).toContain(reason);
  });
});

describe('catalog edit', () => {
  it('changes the file of a service and commits nothing', async ({ operate, declared, workplace }) => {
    const { code, stdout } = await operate('edit', id, '--price', '0.07', '--deprecated', 'Ends in May.');

    expect(code).toBe(0);
    expect(stdout).toBe(`${join(workplace.catalog, serviceFilePath(id))}\n`);
    expect(await declared()).toMatchObject({
      pricing: { currency: 'USDC', pricePerRequest: '0.07' },
      deprecated: { message: 'Ends in May.' },
      owner: 'github:1',
    });
  });

  it('declares that the price varies, and takes it back', async ({ operate, declared }) => {
    await operate('edit', id, '--price', '0.07', '--varying', '0.01 - 0.126');
    expect(await declared()).toMatchObject({ price: { from: '0.01', to: '0.126' } });

    await operate('edit', id, '--varying', '');
    expect(await declared()).not.toHaveProperty('price');
  });

  it('takes a whole merge patch', async ({ operate, declared, workplace }) => {
    const offers = [{ method: 'POST', network: 'base', pricing: { currency: 'USDC', pricePerRequest: '1' } }];
    await writeCatalogFile(workplace.folder, 'patch.json', JSON.stringify({ offers }));

    expect((await operate('edit', id, '--patch', join(workplace.folder, 'patch.json'))).code).toBe(0);
    expect(await declared()).toMatchObject({ offers });
  });

  it('names every problem', async ({ operate }) => {
    const { code, stderr } = await operate('edit', id, '--price', '1e-3', '--category', 'none');

    expect(code).toBe(1);
    expect(stderr).toContain('--price: pricePerRequest "1e-3"');
    expect(stderr).toContain('--category: category "none"');
  });

  it.for([
    ['edit', id, '--price', 'x', '--docs-url', 'x', '--varying', 'x'],
    ['edit', 'none-00000000', '--price', '1'],
    ['edit', id, '--endpoint', 'https://beta.example.com'],
    ['remove', 'none-00000000'],
    ['restore', id],
    ['transfer', id, '--to', 'Me'],
  ])('speaks of the shell, not of HTTP: %s', async (args, { operate }) => {
    const { code, stderr } = await operate(...args);

    expect(code).toBe(1);
    expect(stderr).not.toMatch(/\b(GET|POST|PATCH|body|header|parameter|dryRun)\b|`errors`/);
  });

  it('is a wrong call without anything to change, or with a patch beside options', async ({ operate }) => {
    expect(await operate('edit', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('give what to change') as string,
    });
    expect(await operate('edit', id, '--patch', 'x.json', '--price', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('either --patch or --price') as string,
    });
  });
});
