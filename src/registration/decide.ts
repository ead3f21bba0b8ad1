import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { type RegistrationRequest, registrationRequest } from '../domain/declaration.ts';
import type { DeclaredService } from '../domain/service.ts';
import { serviceId } from '../domain/service-id.ts';
import { checkService, type KnownCategories } from '../domain/service-rules.ts';

/** What a decision needs to know of the catalog. */
export interface Listings extends KnownCategories {
  /** The id of the service listed at a canonical endpoint. */
  idAt(endpoint: string): string | undefined;
  /** Whether a file of this id is in the catalog, be it one that cannot be read. */
  isTaken(id: string): boolean;
}

export type Decision =
  | { readonly kind: 'accepted'; readonly service: DeclaredService }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  /** With the request, to tell who asks again from who comes second. */
  | { readonly kind: 'listed'; readonly id: string; readonly request: RegistrationRequest };

/** Whether a registration is to be listed: one rule for the API, the command line and pull requests. */
export function decide(input: unknown, catalog: Listings, policy: EndpointPolicy, now: Date): Decision {
  const checked = checkService(registrationRequest(policy), input, catalog);
  if ('problems' in checked) return { kind: 'refused', problems: checked.problems };

  const request = checked.value;
  const id = serviceId(request.name, request.endpoint);
  const listed = catalog.idAt(request.endpoint) ?? (catalog.isTaken(id) ? id : undefined);
  if (listed !== undefined) return { kind: 'listed', id: listed, request };

  const at = now.toISOString();
  return { kind: 'accepted', service: { id, ...request, createdAt: at, updatedAt: at } };
}
