import { registrationRequest } from '../domain/declaration.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { type DeclaredService, unobserved } from '../domain/service.ts';
import { serviceId } from '../domain/service-id.ts';
import { checkService } from '../domain/service-rules.ts';
import type { Act } from './act.ts';
import type { Listings } from './listings.ts';
import type { Outcome } from './act.ts';
import { placementProblems } from './placement-problems.ts';

/** The result of applying the rules to an act. */
export interface Decision {
  /** The outcome of the act, once the changes below are committed. */
  readonly outcome: Outcome;
  /** Services to add or change. */
  readonly put: readonly DeclaredService[];
  /** Ids of services to remove. */
  readonly removed: readonly string[];
}

/** Decides an act, for both the API and the command line. */
export function decide(
  { input, times }: Act,
  catalog: Listings,
  policy: EndpointPolicy,
  now: Date,
): Decision {
  const checked = checkService(registrationRequest(policy), input, catalog);
  if ('problems' in checked) return unchanged({ kind: 'refused', problems: checked.problems });

  const request = checked.value;
  const id = serviceId(request.name, request.endpoint);
  const listed = catalog.idAt(request.endpoint) ?? (catalog.isTaken(id) ? id : undefined);
  if (listed !== undefined) return unchanged({ kind: 'listed', id: listed, request });

  const at = now.toISOString();
  const service = { id, ...request, ...(times ?? { createdAt: at, updatedAt: at }) };
  const problems = placementProblems(service, catalog);
  if (problems.length > 0) return unchanged({ kind: 'refused', problems });

  const entry = { declared: service, observed: unobserved };
  return { outcome: { kind: 'created', entry }, put: [service], removed: [] };
}

function unchanged(outcome: Outcome): Decision {
  return { outcome, put: [], removed: [] };
}
