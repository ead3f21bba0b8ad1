import { catalogFolder } from '../domain/catalog-file.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import type { Listings } from '../registration/listings.ts';
import { register } from '../registration/register.ts';

/*
 * The catalog's own rules, shared with the API and the review of pull requests. They are larger than all other scripts of the site
 * together, so a page loads them only when somebody starts to fill in the form.
 */

/** The outcome that a registration would have. Only the server knows whether its endpoint is listed already. */
export function judge(body: unknown, categories: readonly string[]) {
  const nothing = (): undefined => undefined;
  const catalog: Listings = {
    hasCategory: (id) => categories.includes(id),
    ...{ find: nothing, idAt: nothing, tombstone: nothing, graveAt: nothing },
    ...{ isRejected: () => false, wasRemoved: () => false },
    unverified: () => 0,
  };
  const rules = { policy: { allowInsecure: false }, now: new Date() };

  return register({ kind: 'register', input: body }, catalog, rules).outcome;
}

/** The file of a service, and its path in the repository. */
export function fileOf(service: DeclaredService): { readonly path: string; readonly text: string } {
  return { path: `${catalogFolder}/${serviceFilePath(service.id)}`, text: printServiceFile(service) };
}
