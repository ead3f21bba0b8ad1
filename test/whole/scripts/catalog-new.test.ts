import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { wallet } from '../../fixtures/registrations.ts';
import { type Called, callIn } from '../../support/call-command.ts';
import { readCatalogFiles, serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { inWorkplace } from '../../support/workplace.ts';

const listed = serviceNamed('alpha');
const answers = {
  name: 'Rain Radar',
  description: 'Precipitation for the next two hours.',
  endpoint: 'https://API.example.com/rain/',
  category: 'weather-environment',
  currency: 'USDC',
  price: '0.001',
  network: 'base-sepolia',
  address: wallet,
};

const inEmptyWorkplace = inWorkplace.extend('make', ({ workplace }) => {
  return (given: Readonly<Record<string, string>>): Promise<Called> =>
    callIn(workplace, catalogCommand, [
      'new',
      ...Object.entries(given).flatMap(([name, text]) => [`--${name}`, text]),
    ]);
});

/** A workplace whose catalog holds one service. */
const it = inEmptyWorkplace.extend('catalog', { auto: true }, async ({ workplace }) => {
  await writeCatalog(workplace.catalog, listed);
  return workplace.catalog;
});

describe('catalog new', () => {
  it('creates the file of a service, and says where it is and what to do next', async ({
    workplace,
    catalog,
    make,
  }) => {
    const { code, stdout, stderr } = await make({ ...answers, 'free-quota': '100' });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^\/.*\/services\/[0-9a-z]{2}\/rain-radar-[0-9a-z]{8}\.json\n$/);
    expect(stdout).toContain(`${catalog}/`);
    expect(stderr).toContain('open a pull request');
    const file = z.looseObject({}).parse(JSON.parse(await readFile(stdout.trim(), 'utf8')));
    expect(file).toMatchObject({
      name: 'Rain Radar',
      endpoint: 'https://api.example.com/rain',
      pricing: { currency: 'USDC', pricePerRequest: '0.001', freeQuota: 100 },
      x402Config: { paymentAddress: wallet, network: 'base-sepolia' },
    });
    expect(await callIn(workplace, catalogCommand, ['check'])).toMatchObject({
      stdout: '2 services, no problems\n',
    });
  });

  it('declares how a price varies', async ({ make }) => {
    const { stdout } = await make({ ...answers, varying: '0.001 - 0.126' });

    expect(await readFile(stdout.trim(), 'utf8')).toContain('"from": "0.001",\n    "to": "0.126"');
  });

  it('omits an empty free quota', async ({ make }) => {
    const { stdout } = await make({ ...answers, 'free-quota': '' });

    expect(await readFile(stdout.trim(), 'utf8')).not.toContain('freeQuota');
  });

  it.for<readonly [what: string, given: Readonly<Record<string, string>>, said: readonly string[]]>([
    ['nothing', {}, ['--name', '--description', '--endpoint', '--category', '--currency', '--network']],
    [
      'a bad price and a private host',
      { ...answers, price: '1e-3', endpoint: 'https://10.0.0.1' },
      ['--price', '--endpoint'],
    ],
    [
      'a range with the higher price first',
      { ...answers, varying: '0.126 - 0.001' },
      ['--varying: price', 'like "0.001 - 0.126", the lower price first'],
    ],
    ['a price outside its range', { ...answers, varying: '0.002 to 0.126' }, ['--price']],
    ['a quota that is no number', { ...answers, 'free-quota': 'many' }, ['--free-quota']],
    [
      'an endpoint that is listed',
      { ...answers, endpoint: listed.endpoint },
      [`already listed, as ${listed.id}`],
    ],
  ])(
    'refuses %s, says everything that is wrong, and writes nothing',
    async ([_what, given, said], { catalog, make }) => {
      const before = await readCatalogFiles(catalog);
      const { code, stdout, stderr } = await make(given);

      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^catalog: the service cannot be listed:\n/);
      for (const words of said) expect(stderr).toContain(words);
      expect(await readCatalogFiles(catalog)).toEqual(before);
    },
  );

  inEmptyWorkplace(
    'works in an empty folder, with the categories of this project',
    async ({ workplace, make }) => {
      expect((await make(answers)).code).toBe(0);
      expect(await readFile(join(workplace.catalog, 'categories.json'), 'utf8')).toContain(
        '"weather-environment"',
      );
    },
  );
});
