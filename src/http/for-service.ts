import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Context } from './bindings.ts';
import { tombstoneView } from '../views/tombstone.ts';
import type { RouteDependencies } from './dependencies.ts';
import type { Route } from './route.ts';

type ServiceHandler = (c: Context, entry: Entry, snapshot: Snapshot) => Response | Promise<Response>;

/** Makes a route that looks up the service named in its path and passes it to `handle`. */
export function forService(dependencies: RouteDependencies, handle: ServiceHandler): Route['handle'] {
  return (c) => {
    const { snapshot } = dependencies.store;
    const id = c.req.param('id') ?? '';
    const entry = snapshot.find(id);
    if (!entry) return missing(c, id, dependencies);

    const response = handle(c, entry, snapshot);
    if (!entry.declared.deprecated) return response;
    return Promise.resolve(response).then((answer) => readOf(entry, answer));
  };
}

/** Distinguishes services that were removed from those that never existed. */
export function missing(
  c: Context,
  id: string,
  { store, refuse }: Pick<RouteDependencies, 'store' | 'refuse'>,
): Response {
  const tombstone = store.snapshot.tombstone(id);

  return refuse(
    c,
    tombstone ? { code: 'service_deleted', members: tombstoneView(tombstone) } : { code: 'service_unknown' },
  );
}

/** An answer about a service. Tells clients if that is deprecated: RFC 9745 and RFC 5829. */
export function readOf({ declared: { deprecated } }: Entry, answer: Response): Response {
  // A refusal says nothing about the service.
  if (!deprecated || answer.status >= 400) return answer;

  const { since, replacement } = deprecated;
  answer.headers.set('Deprecation', `@${String(Math.floor(Date.parse(since) / 1000))}`);
  if (replacement !== undefined) {
    answer.headers.append('Link', `</api/services/${replacement}>; rel="successor-version"`);
  }
  return answer;
}
