import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { declaredService } from '../../../src/domain/declaration.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { serviceId } from '../../../src/domain/service-id.ts';
import { Workplace } from '../../support/running-server.ts';
import { observeServices } from './observed.ts';
import { offering, offers, owned, ownership, services } from './services.ts';

export const siteUrl = 'https://tollbook.example';

/** The number of services that have been checked for weeks; the others never were. */
const observed = 30;

/** Builds and servers share these settings, because they must name the same site. */
const settings = {
  SITE_URL: siteUrl,
  CONTACT_URL: 'mailto:reports@tollbook.example',
  // Nobody answers there: what is shown was counted before.
  RPC_URL_BASE: 'http://127.0.0.1:9',
  // Tests may say which client they are, and have its limits for themselves.
  TRUSTED_PROXIES: '127.0.0.1',
};

/** The variable by which workers find what was made for all of them. */
const variable = 'MADE_SITE';
const MadeSite = z.object({ folder: z.string(), key: z.string() });

/** Where the built catalog is, and an API key of it. */
export const madeSite = (): z.infer<typeof MadeSite> =>
  MadeSite.parse(JSON.parse(process.env[variable] ?? ''));

/** Where a copy for static hosts is, beside the build that servers serve. */
export const copyIn = (folder: string): string => join(folder, 'copy');

/** Builds a catalog once for all workers. Each serves its pages, and has a copy of its listings and checks to add to. */
export default async function makeSite(): Promise<() => Promise<void>> {
  Object.assign(process.env, settings);
  const workplace = await Workplace.make();
  const list = join(workplace.folder, 'services.json');
  await writeFile(list, JSON.stringify(services));
  await workplace.script('catalog.ts', 'import', list);
  await declareMore(workplace, offering, { offers: [...offers] });
  await declareMore(workplace, owned, ownership);
  await observeServices(join(workplace.folder, 'data'), services.slice(0, observed));
  await workplace.build();
  await cp(join(workplace.folder, 'dist', 'client'), copyIn(workplace.folder), {
    recursive: true,
    dereference: true,
  });
  await workplace.script('build.ts', '--for-server');
  const key = await workplace.key();
  process.env[variable] = JSON.stringify({ folder: workplace.folder, key });

  return () => workplace.remove();
}

/** Changes the file of a service, and commits it. */
async function declareMore(
  workplace: Workplace,
  { name, endpoint }: { readonly name: string; readonly endpoint: string },
  more: Partial<DeclaredService>,
): Promise<void> {
  const file = join(workplace.catalog, serviceFilePath(serviceId(name, endpoint)));
  const declared = declaredService({ allowInsecure: false }).parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, printServiceFile({ ...declared, ...more }));
  const author = ['-c', 'user.name=tests', '-c', 'user.email=tests@example.com'];
  await workplace.git(...author, 'commit', '--all', '--message', `Change ${name}`);
}
