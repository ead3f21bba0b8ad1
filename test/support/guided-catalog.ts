import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeclaredService } from '../../src/domain/service.ts';
import { writeCatalog } from './catalog-on-disk.ts';
import { type Block, blocksOf } from './guide-session.ts';
import { type RunningServer, startServer, Workplace } from './running-server.ts';

const siteUrl = 'http://tollbook.example';

/** A catalog whose services were checked, to follow guides with. */
export interface GuidedCatalog {
  readonly workplace: Workplace;
  readonly server: RunningServer;
  /** An empty folder for the reader of a guide. */
  readonly folder: string;
  /** An empty folder for one more reader. */
  reader(): Promise<string>;
  /** The blocks of a guide, in which the catalog has the address of this server. */
  guide(path: string): Promise<Block[]>;
  close(): Promise<void>;
}

/** Builds a catalog of these services, checks them, and serves it. Their endpoints may be on this machine. */
export async function openGuidedCatalog(
  services: readonly DeclaredService[],
  further: NodeJS.ProcessEnv = {},
): Promise<GuidedCatalog> {
  const workplace = await Workplace.make();
  const settings = { SITE_URL: siteUrl, ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1', ...further };
  await writeCatalog(workplace.catalog, ...services);
  await workplace.build(settings);
  const { code, stderr } = await workplace.attempt('probe.ts', ['--all'], settings);
  if (code !== 0) throw new Error(stderr);
  const server = await startServer({ ...workplace.environment, ...settings });
  const folder = join(workplace.folder, 'reader');
  await mkdir(folder);

  return {
    workplace,
    server,
    folder,
    reader: () => mkdtemp(join(folder, 'reader-')),
    guide: async (path) => {
      const html = await (await fetch(server.url + path)).text();
      return blocksOf(html).map((block) => ({ ...block, code: block.code.replaceAll(siteUrl, server.url) }));
    },
    close: async () => {
      await server.stop('SIGTERM');
      await workplace.remove();
    },
  };
}
