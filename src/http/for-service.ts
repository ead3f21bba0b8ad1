import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Context } from './bindings.ts';
import type { RouteDependencies } from './dependencies.ts';
import type { Route } from './route.ts';

type ServiceHandler = (c: Context, entry: Entry, snapshot: Snapshot) => Response | Promise<Response>;

/** Handles a request for the service in the path, from one snapshot. */
export function forService(dependencies: RouteDependencies, handle: ServiceHandler): Route['handle'] {
  return (c) => {
    const { snapshot } = dependencies.store;
    const id = c.req.param('id') ?? '';
    const entry = snapshot.find(id);

    return entry ? handle(c, entry, snapshot) : missing(c, id, dependencies);
  };
}

/** Refuses an unknown id, with 410 for a removed service and 404 for one that never existed. */
async function missing(c: Context, id: string, { changeLog, refuse }: RouteDependencies): Promise<Response> {
  const tombstone = await changeLog.tombstone(id);

  return refuse(
    c,
    tombstone ? { code: 'service_deleted', members: { tombstone } } : { code: 'service_unknown' },
  );
}
