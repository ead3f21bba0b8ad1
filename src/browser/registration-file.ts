import { catalogFolder } from '../domain/catalog-file.ts';
import { registrationRequest } from '../domain/declaration.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import { serviceId } from '../domain/service-id.ts';
import { checkService } from '../domain/service-rules.ts';

/*
 * The file of a new service, as the catalog itself would print it. This needs the whole schemas, so a page loads it only when somebody asks
 * for the file.
 */

/** A file for a pull request. */
export interface NewFile {
  readonly id: string;
  /** Path in the repository. */
  readonly path: string;
  readonly text: string;
}

/** The file of a registration; undefined when it breaks a rule. */
export function fileOf(body: unknown, categories: readonly string[], now: Date): NewFile | undefined {
  const schema = registrationRequest({ allowInsecure: false });
  const checked = checkService(schema, body, { hasCategory: (category) => categories.includes(category) });
  if ('problems' in checked) return undefined;

  const { value } = checked;
  const id = serviceId(value.name, value.endpoint);
  const at = now.toISOString();
  const text = printServiceFile({ id, ...value, createdAt: at, updatedAt: at });
  return { id, path: `${catalogFolder}/${serviceFilePath(id)}`, text };
}
