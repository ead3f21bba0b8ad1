import { categoriesPath, type Category } from '../domain/category.ts';
import type { FileReading } from '../domain/catalog-file.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  servicesFolder,
  tombstoneFilePath,
  tombstonesFolder,
} from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { CatalogChange, Rejects } from './catalog-change.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { judgeService, readCatalog, readOneTombstone } from './read-catalog.ts';

/** Paths of files that may have changed; `all` when any of them may. */
export type ChangedFiles = ReadonlySet<string> | 'all';

interface FileReadings extends CatalogChange {
  readonly rejects: Rejects;
}

interface Known {
  readonly files: CatalogFiles;
  readonly policy: EndpointPolicy;
  /** The published catalog, and the files that it leaves out. */
  readonly snapshot: Snapshot;
  readonly rejects: Rejects;
  readonly categories: () => Promise<readonly Category[]>;
}

/** The most rejected files to read again at every change, since a stranger may have added thousands. */
const maxReread = 20;

const serviceFile = new RegExp(`^${servicesFolder}/(?:[^/]+/)?([^/]+)\\.json$`);

const tombstoneFile = new RegExp(`^${tombstonesFolder}/(?:[^/]+/)?([^/]+)\\.json$`);

const shardFolder = new RegExp(`^(?:${servicesFolder}|${tombstonesFolder})/[^/.]+$`);

/** Replaces invalid bytes when a file name is not UTF-8. No file can be found by such a path. */
const replacement = '\ufffd';

/**
 * Reads changed files and compares them with the published catalog. The result always equals that of reading the whole catalog;
 * when a few files are not enough for that, this reads the whole catalog.
 */
export async function readChange(changed: ChangedFiles, known: Known): Promise<FileReadings> {
  if (changed === 'all' || [...changed].some(isOfAll)) return readAll(known);

  const folders = [...changed].filter((path) => shardFolder.test(path));
  const paths = new Set([
    ...[...changed, ...(await filesIn(folders, known))].filter(isOfService),
    ...folders,
  ]);
  const change = await readSome(paths, known);

  // Which of two files with the same endpoint stays can only be decided with the whole catalog.
  const twins = [...twinsIn(known.rejects), ...twinsIn(change.rejects)];
  const isConcerned = change.put.length + change.removed.length > 0 || twins.some((path) => paths.has(path));
  return twins.length > 0 && isConcerned ? readAll(known) : change;
}

async function readAll({ files, policy, snapshot, categories }: Known): Promise<FileReadings> {
  const reading = await readCatalog(files, policy, { categories: await categories() });
  const ids = new Set([...reading.services, ...reading.tombstones].map(({ id }) => id));
  const listed = new Set(reading.services.map(({ id }) => id));
  const isSame = JSON.stringify(reading.categories) === JSON.stringify(snapshot.categories);

  return {
    put: reading.services.filter((service) => isNew(service, snapshot)),
    removed: [...[...snapshot.entries()].map(({ declared }) => declared), ...snapshot.tombstones()]
      .map(({ id }) => id)
      .filter((id) => !ids.has(id)),
    buried: reading.tombstones
      .filter(({ id }) => !listed.has(id))
      .filter((stone) => isNewStone(stone, snapshot)),
    ...(isSame ? {} : { categories: reading.categories }),
    rejects: reading.rejects,
  };
}

/** Reads these files, and a few of the rejected ones, which another file may have blocked so far. */
async function readSome(
  paths: ReadonlySet<string>,
  { files, policy, snapshot, rejects: before }: Known,
): Promise<FileReadings> {
  const rejects = new Map(before);
  const put: DeclaredService[] = [];
  const removed: string[] = [];
  let draft = snapshot;

  const all = new Set([...paths, ...[...before.keys()].slice(0, maxReread)]);
  for (const path of all) {
    if (path.includes(replacement) || tombstoneFile.test(path)) continue;

    const known = draft.find(idAt(path) ?? '')?.declared;
    const found = await files.read(path);
    rejects.delete(path);
    if (known && isPrinted(found, known)) continue;
    const reading = serviceFile.test(path) ? judgeService(path, found, policy, draft) : judgeStray(found);

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

  // Tombstones beside the files of listed services count for nothing, until these go.
  const tombstonePaths = [
    ...[...all].filter((path) => tombstoneFile.test(path)),
    ...removed.map(tombstoneFilePath),
  ];
  const tombstones = await readStones(new Set(tombstonePaths), files, draft, rejects);
  const buried = new Set(tombstones.put.map(({ id }) => id));
  return {
    put,
    removed: [...removed.filter((id) => !buried.has(id)), ...tombstones.removed],
    buried: tombstones.put,
    rejects,
  };
}

/** Reads these files of removed services. Those of services that are listed are left aside. */
async function readStones(
  paths: ReadonlySet<string>,
  files: CatalogFiles,
  draft: Snapshot,
  rejects: Map<string, readonly FieldProblem[]>,
): Promise<{ readonly put: readonly Tombstone[]; readonly removed: readonly string[] }> {
  const put: Tombstone[] = [];
  const removed: string[] = [];
  for (const path of paths) {
    const reading = await readOneTombstone(files, path);
    const [, id = ''] = tombstoneFile.exec(path) ?? [];
    rejects.delete(path);

    if (reading && 'value' in reading) {
      const isListed = draft.find(id) !== undefined;
      if (!isListed && isNewStone(reading.value, draft)) put.push(reading.value);
      continue;
    }
    if (reading) rejects.set(path, reading.problems);
    if (draft.tombstone(id) && tombstoneFilePath(id) === path) removed.push(id);
  }
  return { put, removed };
}

/** Paths of all service files that are, or were, in one of these folders. */
async function filesIn(folders: readonly string[], { files, snapshot }: Known): Promise<string[]> {
  if (folders.length === 0) return [];

  const present = await Promise.all(folders.map((folder) => files.list(folder)));
  const shown = [
    ...Array.from(snapshot.ids(), serviceFilePath),
    ...[...snapshot.tombstones()].map(({ id }) => tombstoneFilePath(id)),
  ];
  return [
    ...present.flat(),
    ...shown.filter((path) => folders.includes(path.slice(0, path.lastIndexOf('/')))),
  ];
}

/** Whether a file holds a listed service just as the catalog prints it: then it was judged already, as after each of our own commits. */
function isPrinted(found: FileReading | undefined, known: DeclaredService): boolean {
  return found !== undefined && 'text' in found && found.text === printServiceFile(known);
}

/** The problem of an entry that does not belong in a catalog; undefined when there is none. */
function judgeStray(
  found: FileReading | undefined,
): { readonly problems: readonly FieldProblem[] } | undefined {
  const isStray = found && 'fault' in found && found.fault === 'file_not_regular';

  return isStray ? { problems: [fieldProblem(found.fault, [])] } : undefined;
}

/** Whether a change of this file requires a reading of the whole catalog. */
function isOfAll(path: string): boolean {
  return [categoriesPath, servicesFolder, tombstonesFolder].includes(path) || path.includes(replacement);
}

/** Whether a path can be that of the file of a service, or of a removed one. */
function isOfService(path: string): boolean {
  return serviceFile.test(path) || tombstoneFile.test(path);
}

/** The id of the service whose file belongs at this path; undefined when there is none. */
function idAt(path: string): string | undefined {
  const id = serviceFile.exec(path)?.[1];

  return id !== undefined && serviceFilePath(id) === path ? id : undefined;
}

/** Files that were left out because another file has the same endpoint. */
function twinsIn(rejects: Rejects): string[] {
  return [...rejects]
    .filter(([, problems]) => problems.some(({ code }) => code === 'endpoint_listed'))
    .map(([path]) => path);
}

function isNew(service: DeclaredService, snapshot: Snapshot): boolean {
  const known = snapshot.find(service.id)?.declared;

  return known === undefined || printServiceFile(known) !== printServiceFile(service);
}

function isNewStone(stone: Tombstone, snapshot: Snapshot): boolean {
  const known = snapshot.tombstone(stone.id);

  return known === undefined || printTombstone(known) !== printTombstone(stone);
}
