import { setImmediate as nextTurn } from 'node:timers/promises';
import { allDone } from '../domain/all-done.ts';
import type { CatalogFile } from '../domain/catalog-file.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import type { BuildFiles, BuiltFile } from './build-files.ts';
import type { BuiltLog } from './log-tiles.ts';
import type { PageFile } from './page-files.ts';
import { pagesOfService } from './site-pages.ts';
import { serviceProofs } from './service-proofs.ts';
import { serviceApi } from './static-api.ts';
import type { OutcomeRecords } from './write-exports.ts';

/** A catalog with what buyers say of its services. */
interface ReviewedCatalog extends SiteCatalog {
  readonly records: OutcomeRecords;
}

/** Services whose files are made concurrently, since pictures are drawn on other threads. */
const atOnce = 4;

/** Places the files of all services. Calls `done` after each service. */
export async function placeServices(
  catalog: ReviewedCatalog,
  log: BuiltLog | undefined,
  pageFile: PageFile,
  files: BuildFiles,
  done: () => void,
): Promise<void> {
  const entries = catalog.snapshot.entriesById().values();
  const proofOf = serviceProofs(catalog, log);
  const work = async (): Promise<void> => {
    for (const entry of entries) {
      for (const { path, origin, make } of [
        ...(await filesOf(entry, catalog, pageFile)),
        await proofOf(entry),
      ]) {
        await files.place(path, origin, make);
      }
      done();
      // Compressors and the display of progress have their turn.
      await nextTurn();
    }
  };

  await allDone(Array.from({ length: atOnce }, work));
}

/** The files of a service but its proof: its pages, and its part of the API. */
async function filesOf(entry: Entry, catalog: ReviewedCatalog, pageFile: PageFile): Promise<BuiltFile[]> {
  const pages = (await pagesOfService(entry, catalog)).map(pageFile);

  return [...pages, ...serviceApi(entry, catalog.records).map(textFile)];
}

function textFile({ path, text }: CatalogFile): BuiltFile {
  return { path, origin: text, make: () => text };
}
