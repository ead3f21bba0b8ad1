import { categoriesPath } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import {
  serviceFilePath,
  servicesFolder,
  tombstoneFilePath,
  tombstonesFolder,
} from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import {
  type Proposal,
  proposalProblems,
  type ProposedChange,
  tombstoneProblems,
} from '../registration/proposal-problems.ts';
import { type CatalogCheck, checkCatalog } from './check-catalog.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { logFolder } from './log-files.ts';
import { CategoriesUnreadable } from './read-catalog.ts';

type Problems = ReadonlyMap<string, readonly FieldProblem[]>;

export interface ChangeReview {
  /** Faults that block the merge: in its own files, or caused by it in others. */
  readonly faults: Problems;
  readonly older: Problems;
  readonly services: readonly ProposedChange[];
  /** Changed files that are not service files; a maintainer should look at them. */
  readonly others: readonly string[];
}

/** Compares a catalog with the one that would replace it; `changed` are the paths of the files that differ, `author` the owner that proposes it. */
export async function reviewChange(
  before: CatalogFiles,
  after: CatalogFiles,
  changed: readonly string[],
  policy: EndpointPolicy,
  author?: string,
  now = new Date(),
): Promise<ChangeReview> {
  const [was, is] = [await checkOf(before, policy), await checkOf(after, policy)];
  const touched = new Set(changed);
  const services = is.isReadable ? servicesIn(was.services, is.services, touched) : [];
  const problems = is.isReadable
    ? withProposed(is, was.tombstones, services, touched, proposalIn(was, is, author, now))
    : is.problems;
  const strays = (await straysAmong(changed, after)).map(
    (path) => [path, [fieldProblem('file_name_reserved', [])]] as const,
  );
  const isItsOwn = ([path]: readonly [string, unknown]): boolean =>
    touched.has(path) || !was.problems.has(path) || (path === categoriesPath && !is.isReadable);

  return {
    faults: new Map([...strays, ...[...problems].filter(isItsOwn)]),
    older: new Map([...problems].filter((entry) => !isItsOwn(entry))),
    services,
    others: changed.filter((path) => !isServiceFile(path)),
  };
}

/** Checks a catalog. Unreadable categories are its only problem, because nothing else can be checked without them. */
async function checkOf(
  files: CatalogFiles,
  policy: EndpointPolicy,
): Promise<Omit<CatalogCheck, 'misprinted'> & { readonly isReadable: boolean }> {
  try {
    return { ...(await checkCatalog(files, policy)), isReadable: true };
  } catch (error) {
    if (!(error instanceof CategoriesUnreadable)) throw error;
    return {
      services: [],
      tombstones: [],
      problems: new Map([[categoriesPath, error.problems]]),
      isReadable: false,
    };
  }
}

function withProposed(
  { problems, services, tombstones }: Pick<CatalogCheck, 'problems' | 'services' | 'tombstones'>,
  tombstonesBefore: readonly Tombstone[],
  changes: readonly ProposedChange[],
  touched: ReadonlySet<string>,
  proposal: Proposal,
): Problems {
  const all = new Map(problems);
  const add = (path: string, own: readonly FieldProblem[]): void => {
    if (own.length > 0) all.set(path, [...(all.get(path) ?? []), ...own]);
  };

  const [were, are] = [byPath(tombstonesBefore), byPath(tombstones)];
  for (const change of changes) {
    const { id } = change.kind === 'removed' ? change.was : change.service;
    add(serviceFilePath(id), proposalProblems(change, were.get(tombstoneFilePath(id)), proposal));
  }
  const listed = new Set(services.map(({ id }) => tombstoneFilePath(id)));
  for (const path of touched) {
    if (path.startsWith(`${logFolder}/`)) add(path, [fieldProblem('log_by_hand', [])]);
    const [was, is] = [were.get(path), are.get(path)];
    if (was || is) add(path, tombstoneProblems(was, is, listed.has(path)));
  }
  return all;
}

function proposalIn(
  was: Pick<CatalogCheck, 'services' | 'tombstones'>,
  is: Pick<CatalogCheck, 'services'>,
  author: string | undefined,
  now: Date,
): Proposal {
  const listed = new Set(was.services.map(({ endpoint }) => endpoint));
  const last = new Map(
    was.tombstones
      .toSorted((a, b) => Date.parse(a.deletedAt) - Date.parse(b.deletedAt))
      .map((stone) => [stone.endpoint, stone]),
  );
  const services = byId(is.services);

  return {
    author,
    now,
    tombstoneAt: (endpoint) => (listed.has(endpoint) ? undefined : last.get(endpoint)),
    find: (id) => services.get(id),
  };
}

function byPath(tombstones: readonly Tombstone[]): ReadonlyMap<string, Tombstone> {
  return new Map(tombstones.map((stone) => [tombstoneFilePath(stone.id), stone]));
}

/** Each takes a call of git to look up, and a review that names some need not name thousands. */
const maxStrays = 50;

async function straysAmong(paths: readonly string[], after: CatalogFiles): Promise<string[]> {
  const strays: string[] = [];
  for (const path of paths.filter(isStray).slice(0, maxStrays)) if (await after.read(path)) strays.push(path);
  return strays;
}

/** Names that a server writes a file under until it is in place, and those of former texts until a commit is made. */
const writtenUnder = /\.json\.(?:tmp|spare)(?:\/|$)/;

function isStray(path: string): boolean {
  const [top = ''] = path.split('/');

  return [servicesFolder, tombstonesFolder].includes(top) && writtenUnder.test(path);
}

/** Whether a path can be that of the file of a service, or of a removed one: in its folder or in one of its subfolders. */
function isServiceFile(path: string): boolean {
  const parts = path.split('/');
  const [top = ''] = parts;

  return [servicesFolder, tombstonesFolder].includes(top) && parts.length <= 3 && path.endsWith('.json');
}

function servicesIn(
  before: readonly DeclaredService[],
  after: readonly DeclaredService[],
  touched: ReadonlySet<string>,
): ProposedChange[] {
  const [were, are] = [byId(before), byId(after)];
  const ids = new Set([...were.keys(), ...are.keys()].filter((id) => touched.has(serviceFilePath(id))));

  return [...ids].sort().flatMap((id): ProposedChange[] => {
    const [was, service] = [were.get(id), are.get(id)];
    if (was && service) return [{ kind: 'changed', service, was }];
    if (service) return [{ kind: 'added', service }];
    return was ? [{ kind: 'removed', was }] : [];
  });
}

function byId(services: readonly DeclaredService[]): ReadonlyMap<string, DeclaredService> {
  return new Map(services.map((service) => [service.id, service]));
}
