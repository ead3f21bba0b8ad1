import { catalogFolder } from '../domain/catalog-file.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import { decide } from '../registration/decide.ts';

/*
 * The rules of the catalog itself, as they stand: the same that the API and pull requests go by. They weigh more than the rest of
 * the site together, so a page loads them only when somebody begins to fill in the form.
 */

/** The outcome that a registration would have. Only the server knows whether its endpoint is listed already. */
export function judge(body: unknown, categories: readonly string[]) {
  const catalog = {
    hasCategory: (id: string) => categories.includes(id),
    find: () => undefined,
    idAt: () => undefined,
    isTaken: () => false,
  };

  return decide({ kind: 'register', input: body }, catalog, { allowInsecure: false }, new Date()).outcome;
}

/** The file of a service, and where in the repository it belongs. */
export function fileOf(service: DeclaredService): { readonly path: string; readonly text: string } {
  return { path: `${catalogFolder}/${serviceFilePath(service.id)}`, text: printServiceFile(service) };
}
