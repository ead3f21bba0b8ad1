import { categoriesPath, type Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile, serviceFilePath, servicesFolder } from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { CatalogChange, Rejects } from './catalog-change.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { readCatalog, readService } from './read-catalog.ts';

/** Paths of files that may have changed; `all` when it is not known which. */
export type ChangedFiles = ReadonlySet<string> | 'all';

/** What files that changed come to: a change of the catalog, and all files that are rejected after it. */
interface FileReadings extends CatalogChange {
  readonly rejects: Rejects;
}

interface Known {
  readonly files: CatalogFiles;
  readonly policy: EndpointPolicy;
  /** The catalog as it is shown now, and the files that it leaves out. */
  readonly snapshot: Snapshot;
  readonly rejects: Rejects;
  /** The categories to read the whole catalog by. */
  readonly categories: () => Promise<readonly Category[]>;
}

/** Rejected files that are read again at any change. A stranger may have put thousands there. */
const mostReread = 20;

const serviceFile = new RegExp(`^${servicesFolder}/(?:[^/]+/)?([^/]+)\\.json$`);

const shardFolder = new RegExp(`^${servicesFolder}/[^/.]+$`);

/** Stands in a path for bytes of a name that is not UTF-8. No file can be found by such a path. */
const replacement = '\ufffd';

/**
 * What changed files make of the catalog, compared with how it is shown now. The result is always what reading the whole catalog
 * would show; where a few files cannot tell, the whole catalog is read.
 */
export async function readChange(changed: ChangedFiles, known: Known): Promise<FileReadings> {
  if (changed === 'all' || [...changed].some(isOfAll)) return readAll(known);

  const folders = [...changed].filter((path) => shardFolder.test(path));
  const paths = new Set([
    ...[...changed, ...(await filesIn(folders, known))].filter((path) => serviceFile.test(path)),
    ...folders,
  ]);
  const change = await readSome(paths, known);

  // Only the whole catalog tells which of two files for one endpoint stays.
  const twins = [...twinsIn(known.rejects), ...twinsIn(change.rejects)];
  const isConcerned = change.put.length + change.removed.length > 0 || twins.some((path) => paths.has(path));
  return twins.length > 0 && isConcerned ? readAll(known) : change;
}

async function readAll({ files, policy, snapshot, categories }: Known): Promise<FileReadings> {
  const reading = await readCatalog(files, policy, { categories: await categories() });
  const ids = new Set(reading.services.map(({ id }) => id));
  const isSame = JSON.stringify(reading.categories) === JSON.stringify(snapshot.categories);

  return {
    put: reading.services.filter((service) => isNew(service, snapshot)),
    removed: [...snapshot.entries()].map(({ declared }) => declared.id).filter((id) => !ids.has(id)),
    ...(isSame ? {} : { categories: reading.categories }),
    rejects: reading.rejects,
  };
}

/** Reads these files, and a few of the rejected ones: another file may have stood in their way. */
async function readSome(
  paths: ReadonlySet<string>,
  { files, policy, snapshot, rejects: before }: Known,
): Promise<FileReadings> {
  const rejects = new Map(before);
  const put: DeclaredService[] = [];
  const removed: string[] = [];
  let draft = snapshot;

  for (const path of new Set([...paths, ...[...before.keys()].slice(0, mostReread)])) {
    if (path.includes(replacement)) continue;

    const reading = serviceFile.test(path)
      ? await readService(files, path, policy, draft)
      : await readStray(files, path);
    const known = draft.find(idAt(path) ?? '')?.declared;
    rejects.delete(path);

    if (reading && 'value' in reading) {
      if (isNew(reading.value, draft)) put.push(reading.value);
      draft = draft.declare([reading.value]);
      continue;
    }
    if (reading) rejects.set(path, reading.problems);
    if (known) {
      removed.push(known.id);
      draft = draft.remove([known.id]);
    }
  }

  return { put, removed, rejects };
}

/** Every service file that stands in one of these folders, or stood there. */
async function filesIn(folders: readonly string[], { files, snapshot }: Known): Promise<string[]> {
  if (folders.length === 0) return [];

  const present = await Promise.all(folders.map((folder) => files.list(folder)));
  const shown = [...snapshot.entries()].map(({ declared }) => serviceFilePath(declared.id));
  return [
    ...present.flat(),
    ...shown.filter((path) => folders.includes(path.slice(0, path.lastIndexOf('/')))),
  ];
}

/** The problem of an entry that is no service file, where it should not be in the catalog at all. */
async function readStray(
  files: CatalogFiles,
  path: string,
): Promise<{ readonly problems: readonly FieldProblem[] } | undefined> {
  const found = await files.read(path);
  const isStray = found && 'fault' in found && found.fault === 'file_not_regular';

  return isStray ? { problems: [fieldProblem(found.fault, [])] } : undefined;
}

/** Whether only the whole catalog shows what a change of this file comes to. */
function isOfAll(path: string): boolean {
  return path === categoriesPath || path === servicesFolder || path.includes(replacement);
}

/** The id of the service whose file belongs at this path. */
function idAt(path: string): string | undefined {
  const id = serviceFile.exec(path)?.[1];

  return id !== undefined && serviceFilePath(id) === path ? id : undefined;
}

/** Files that were left out because another one is for the same endpoint. */
function twinsIn(rejects: Rejects): string[] {
  return [...rejects]
    .filter(([, problems]) => problems.some(({ code }) => code === 'endpoint_listed'))
    .map(([path]) => path);
}

function isNew(service: DeclaredService, snapshot: Snapshot): boolean {
  const known = snapshot.find(service.id)?.declared;

  return known === undefined || printServiceFile(known) !== printServiceFile(service);
}
