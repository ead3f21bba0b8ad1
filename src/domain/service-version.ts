import { serviceFilePath, servicesFolder, tombstonesFolder } from './service-file.ts';
import { ServiceId } from './service-id.ts';

/** A file that a commit wrote or removed. */
export interface CommittedFile {
  /** Relative to the catalog folder. */
  readonly path: string;
  /** The object with its new content; null when the file is gone, or is no regular file any more. */
  readonly blob: string | null;
}

export interface CatalogCommit {
  readonly commit: string;
  readonly at: Date;
  readonly files: readonly CommittedFile[];
  /** Whether the repository is shallow and ends here: the files may be older than this commit. */
  readonly isBoundary: boolean;
}

/** The branch was moved to a commit that does not descend from this one by first parents. */
export class BranchRewritten extends Error {
  override readonly name = 'BranchRewritten';
}

/** The effect of a commit on a service; `known`: the service as a shallow repository begins with it, which is no change. */
export type VersionKind = 'known' | 'created' | 'updated' | 'deleted' | 'restored';

/** The file of a service from one commit until the next that changes it. */
export interface ServiceVersion {
  readonly id: string;
  /** Counts the changes of the service from 1; 0 for one that is `known`. */
  readonly number: number;
  readonly kind: VersionKind;
  readonly commit: string;
  readonly at: Date;
  /** Where the file lies, relative to the catalog folder; null while there is none. */
  readonly path: string | null;
  readonly blob: string | null;
}

/** The part of a version that decides about the next one. */
export type LastVersion = Pick<ServiceVersion, 'number' | 'commit' | 'path' | 'blob'>;

export interface BranchExtent {
  /** The last commit; undefined in a repository without any. */
  readonly head: string | undefined;
  /** Empty where the repository holds all commits; otherwise it names those at which a shallow clone ends. */
  readonly depth: string;
  /** Our own commits that follow the last one, oldest first, while they are at the home of the catalog but not in the repository here. */
  readonly unfetched: readonly CatalogCommit[];
}

/** Some commits of the branch. */
export interface CommitRange {
  /** The commit before the first; from the beginning when it is undefined. */
  readonly after?: string | undefined;
  /** The last commit. */
  readonly upTo: string;
  /** Only the files of this service. */
  readonly id?: string;
}

export interface VersionProgress {
  /** The last commit; empty before the first is recorded completely. */
  readonly head: string;
  /** The depth of the branch: with another one, the same commits make other versions. */
  readonly depth: string;
  /** Whether the index reached the end of the branch before, so that only a few commits are missing. */
  readonly isWhole: boolean;
}

export interface RecordedVersions {
  readonly progress: VersionProgress;
  readonly last: ServiceVersion | undefined;
  /** Whether no version is older than the repository. */
  readonly isComplete: boolean;
}

/** A file below the services or the tombstones, whose name is an id. Older ones may lie outside their subfolder. */
const file = new RegExp(`^(${servicesFolder}|${tombstonesFolder})/(?:[^/]+/)?([^/]+)\\.json$`);

export function filesById({ files }: Pick<CatalogCommit, 'files'>): Map<string, CommittedFile[]> {
  const byId = new Map<string, CommittedFile[]>();
  for (const each of files) {
    const id = file.exec(each.path)?.[2] ?? '';
    const known = byId.get(id);
    if (known) known.push(each);
    else if (ServiceId.safeParse(id).success) byId.set(id, [each]);
  }
  return byId;
}

/** The versions that a commit makes, at most one of each service; `lastOf` finds the last version of a service before it. */
export function versionsOf(
  commit: CatalogCommit,
  lastOf: (id: string) => LastVersion | undefined,
): ServiceVersion[] {
  return [...filesById(commit)].flatMap(([id, files]) => nextVersion(id, lastOf(id), commit, files) ?? []);
}

export function versionsAfter(
  id: string,
  last: ServiceVersion | undefined,
  commits: readonly CatalogCommit[],
): ServiceVersion[] {
  const versions: ServiceVersion[] = [];
  for (const commit of commits) {
    const next = nextVersion(id, versions.at(-1) ?? last, commit, filesById(commit).get(id) ?? []);
    if (next) versions.push(next);
  }
  return versions;
}

/**
 * The version that a commit makes of one service; undefined when it changes nothing of it. A tombstone alone is no change: it may follow
 * in a later commit than the removal of the file.
 */
function nextVersion(
  id: string,
  last: LastVersion | undefined,
  { commit, at, isBoundary }: CatalogCommit,
  files: readonly CommittedFile[],
): ServiceVersion | undefined {
  // Part of this commit may have been recorded before a crash.
  if (last?.commit === commit) return undefined;

  const [listed, stones] = [files.filter(isOfListed), files.filter((each) => !isOfListed(each))];
  const written = writtenFile(id, last, listed);
  const isGone = listed.some(({ path }) => path === last?.path);
  const isBuried = !last && stones.some(({ blob }) => blob !== null);
  if (!written && !isGone && !isBuried) return undefined;

  const { path, blob } = written ?? { path: null, blob: null };
  const now = { id, commit, at, path, blob };
  if (isBoundary) return { ...now, number: 0, kind: 'known' };
  return { ...now, number: (last?.number ?? 0) + 1, kind: kindOf(last, blob) };
}

/** The file that now declares the service. One in its right place comes before any other. */
function writtenFile(
  id: string,
  last: LastVersion | undefined,
  listed: readonly CommittedFile[],
): CommittedFile | undefined {
  const home = serviceFilePath(id);
  const written = listed.filter(({ blob }) => blob !== null);
  const staysHome = last?.path === home && !listed.some(({ path }) => path === home);

  return written.find(({ path }) => path === home) ?? (staysHome ? undefined : written[0]);
}

function kindOf(last: LastVersion | undefined, blob: string | null): VersionKind {
  if (blob === null) return 'deleted';
  if (!last) return 'created';
  return last.blob === null ? 'restored' : 'updated';
}

function isOfListed({ path }: CommittedFile): boolean {
  return path.startsWith(`${servicesFolder}/`);
}
