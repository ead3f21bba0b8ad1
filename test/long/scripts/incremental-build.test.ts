import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { digestsIn, expectAnew, expectWhole } from '../../support/built-files.ts';
import { serviceNamed, writeCatalog, writeService } from '../../support/catalog-on-disk.ts';
import { killBuild } from '../../support/kill-build.ts';
import { Workplace } from '../../support/running-server.ts';
import { buildTimeoutMs } from '../../support/soon.ts';

vi.setConfig({ testTimeout: buildTimeoutMs, hookTimeout: buildTimeoutMs });

/** So many that one change leaves most of them as they are. */
const more = Array.from({ length: 12 }, (_, i) =>
  serviceNamed(`more-${String(i)}`, { description: `Number ${String(i)} of ${String(i * 7919)}.` }),
);
const services = [...['alpha', 'beta', 'gamma', 'delta'].map((name) => serviceNamed(name)), ...more];
const settings = { SITE_URL: 'https://catalog.example.com' };
const Categories = z.array(z.looseObject({ name: z.string() }));
const [alpha = serviceNamed('alpha'), beta = alpha] = services;

let workplace: Workplace;
let dist: string;
let client: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  dist = join(workplace.folder, 'dist');
  client = join(dist, 'current/client');
  await writeCatalog(workplace.catalog, ...services);
  await workplace.git('init', '-q');
  await commit();
  expect(await workplace.build(settings)).toMatchObject({ code: 0 });
});

afterAll(() => workplace.remove());

async function commit(): Promise<void> {
  await workplace.git('add', '-A');
  await workplace.git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'Change');
}

async function build(further: NodeJS.ProcessEnv = {}): Promise<void> {
  const { code, stderr } = await workplace.attempt('build.ts', [], { ...settings, ...further });
  expect(code, stderr).toBe(0);
}

const put = (service: DeclaredService) => writeService(workplace.catalog, service);

describe('a build after a change', () => {
  it.each<[string, () => Promise<unknown>, NodeJS.ProcessEnv?]>([
    ['nothing changed', () => Promise.resolve()],
    ['a service was added', () => put(serviceNamed('epsilon'))],
    ['a service was changed', () => put({ ...alpha, description: 'Something else entirely.' })],
    [
      'a service came to the host of another',
      () => put(serviceNamed('zeta', { endpoint: `${alpha.endpoint}/further` })),
    ],
    ['a service was removed', () => rm(join(workplace.catalog, serviceFilePath(beta.id)))],
    [
      'a category was renamed',
      async () => {
        const file = join(workplace.catalog, 'categories.json');
        const [first, ...others] = Categories.parse(JSON.parse(await readFile(file, 'utf8')));
        await writeFile(file, `${JSON.stringify([{ ...first, name: 'Renamed' }, ...others], null, 2)}\n`);
      },
    ],
    ['the list of the last files is damaged', () => truncate(join(dist, 'current/files.json'), 100)],
    ['what was similar is damaged', () => truncate(join(dist, 'current/similar.json'), 100)],
    ['the contact changed', () => Promise.resolve(), { CONTACT_URL: 'https://catalog.example.com/contact' }],
    ['the address of the site changed', () => Promise.resolve(), { SITE_URL: 'https://other.example' }],
  ])('equals a build of everything where %s', async (_change, change, further = {}) => {
    await change();
    if ((await workplace.git('status', '--porcelain')) !== '') await commit();
    await build(further);

    await expectAnew(workplace, client, { ...settings, ...further });
  });
});

describe('a build that is killed', () => {
  it.each<[string, Parameters<typeof killBuild>[2]]>([
    ['at once', () => true],
    ['after reading the catalog', ({ stages }) => stages === 1],
    ['as it begins to write', ({ isWriting }) => isWriting],
    ['after rendering the pages', ({ stages }) => stages === 2],
  ])('%s leaves a whole build', async (moment, isMoment) => {
    await put({ ...alpha, description: `Killed ${moment}.` });
    await commit();
    await killBuild(workplace, settings, isMoment);

    await expectWhole(client);
    expect(Object.keys(await digestsIn(client))).toContain(`services/${alpha.id}/index.html`);
  });

  it('leaves nothing that the next one takes for its own', async () => {
    await build();

    await expectAnew(workplace, client, settings);
  });
});
