import { catalogFolder } from '../domain/catalog-file.ts';
import { type RegistrationRequest, registrationRequest } from '../domain/declaration.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import { serviceId } from '../domain/service-id.ts';
import { type Checked, checkService } from '../domain/service-rules.ts';

/*
 * The catalog's own rules, shared with the API and the review of pull requests. They are larger than all other scripts of the site
 * together, so a page loads them only when somebody starts to fill in the form.
 */

/** The registration in canonical form, or its problems. Only the server knows whether its endpoint is listed already. */
export function judge(body: unknown, categories: readonly string[]): Checked<RegistrationRequest> {
  const schema = registrationRequest({ allowInsecure: false });

  return checkService(schema, body, { hasCategory: (id) => categories.includes(id) });
}

/** The file of a new service, and its path in the repository. */
export function fileOf(registration: RegistrationRequest): { readonly path: string; readonly text: string } {
  const id = serviceId(registration.name, registration.endpoint);
  const at = new Date().toISOString();
  const service = { id, ...registration, createdAt: at, updatedAt: at };

  return { path: `${catalogFolder}/${serviceFilePath(id)}`, text: printServiceFile(service) };
}
