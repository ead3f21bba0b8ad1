import { categoriesPath } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { type DeclaredService, unobserved } from '../domain/service.ts';
import { serviceFilePath, servicesFolder } from '../domain/service-file.ts';
import type { Listings } from '../registration/listings.ts';
import { type CatalogCheck, checkCatalog } from './check-catalog.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { CategoriesUnreadable } from './read-catalog.ts';

type Problems = ReadonlyMap<string, readonly FieldProblem[]>;

/** What a proposed change does to one service. */
export type ServiceChangeReview =
  | { readonly kind: 'added'; readonly service: DeclaredService }
  | { readonly kind: 'changed'; readonly service: DeclaredService; readonly was: DeclaredService }
  | { readonly kind: 'removed'; readonly was: DeclaredService };

/** The review of a proposed change to the catalog. */
export interface ChangeReview {
  /** Faults that block the merge: in its own files, or caused by it in others. */
  readonly faults: Problems;
  /** Faults that the catalog had before the change. */
  readonly older: Problems;
  readonly services: readonly ServiceChangeReview[];
  /** Changed files that are not service files; a maintainer should look at them. */
  readonly others: readonly string[];
}

/** Compares a catalog with the one that would replace it; `changed` are the paths of the files that differ. */
export async function reviewChange(
  before: CatalogFiles,
  after: CatalogFiles,
  changed: readonly string[],
  policy: EndpointPolicy,
): Promise<ChangeReview> {
  const was = await checkOf(before, policy);
  const known = byId(was.services);
  const is = await checkOf(after, policy, {
    find: (id) => {
      const declared = known.get(id);
      return declared && { declared, observed: unobserved };
    },
  });
  const touched = new Set(changed);
  const isItsOwn = ([path]: readonly [string, unknown]): boolean =>
    touched.has(path) || !was.problems.has(path) || (path === categoriesPath && !is.isReadable);

  return {
    faults: new Map([...is.problems].filter(isItsOwn)),
    older: new Map([...is.problems].filter((entry) => !isItsOwn(entry))),
    services: is.isReadable ? servicesIn(was.services, is.services, touched) : [],
    others: changed.filter((path) => !isServiceFile(path)),
  };
}

/** Checks a catalog. Unreadable categories are its only problem, because nothing else can be checked without them. */
async function checkOf(
  files: CatalogFiles,
  policy: EndpointPolicy,
  replaced?: Pick<Listings, 'find'>,
): Promise<Pick<CatalogCheck, 'services' | 'problems'> & { readonly isReadable: boolean }> {
  try {
    return { ...(await checkCatalog(files, policy, replaced)), isReadable: true };
  } catch (error) {
    if (!(error instanceof CategoriesUnreadable)) throw error;
    return { services: [], problems: new Map([[categoriesPath, error.problems]]), isReadable: false };
  }
}

/** Whether a path can be that of a service file: in the services folder or in one of its subfolders. */
function isServiceFile(path: string): boolean {
  const parts = path.split('/');

  return parts[0] === servicesFolder && parts.length <= 3 && path.endsWith('.json');
}

function servicesIn(
  before: readonly DeclaredService[],
  after: readonly DeclaredService[],
  touched: ReadonlySet<string>,
): ServiceChangeReview[] {
  const [were, are] = [byId(before), byId(after)];
  const ids = new Set([...were.keys(), ...are.keys()].filter((id) => touched.has(serviceFilePath(id))));

  return [...ids].sort().flatMap((id): ServiceChangeReview[] => {
    const [was, service] = [were.get(id), are.get(id)];
    if (was && service) return [{ kind: 'changed', service, was }];
    if (service) return [{ kind: 'added', service }];
    return was ? [{ kind: 'removed', was }] : [];
  });
}

function byId(services: readonly DeclaredService[]): ReadonlyMap<string, DeclaredService> {
  return new Map(services.map((service) => [service.id, service]));
}
