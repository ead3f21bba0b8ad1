import { catalogFolder } from '../domain/catalog-file.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import { decide } from '../registration/decide.ts';

/*
 * The catalog's own rules, shared with the API and the review of pull requests. They are larger than all other scripts of the site
 * together, so a page loads them only when somebody starts to fill in the form.
 */

/** The decision on a registration, except that only the server knows whether the endpoint is already listed. */
export function judge(body: unknown, categories: readonly string[]) {
  const catalog = {
    hasCategory: (id: string) => categories.includes(id),
    idAt: () => undefined,
    isTaken: () => false,
  };

  return decide(body, catalog, { allowInsecure: false }, new Date());
}

/** The file of a service, and its path in the repository. */
export function fileOf(service: DeclaredService): { readonly path: string; readonly text: string } {
  return { path: `${catalogFolder}/${serviceFilePath(service.id)}`, text: printServiceFile(service) };
}
