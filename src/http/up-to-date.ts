import type { Entry } from '../domain/snapshot.ts';
import type { RouteDependencies } from './dependencies.ts';
import type { Problem } from '../views/problem.ts';
import type { Definition, Route } from './route.ts';

type Dependencies = Pick<RouteDependencies, 'store' | 'current' | 'refuse'>;

const servicesPath = '/api/services';

const behind: Problem = {
  code: 'unavailable',
  detail: 'This server cannot read at the moment what other servers of this catalog did.',
  retryAfterSeconds: 1,
};

/** A service by its id. Before it counts as unknown, this server applies the changes of others. */
export async function findNow(
  id: string,
  {
    store,
    current,
  }: { readonly store: Pick<RouteDependencies['store'], 'snapshot'> } & Pick<Dependencies, 'current'>,
): Promise<Entry | undefined> {
  return store.snapshot.find(id) ?? ((await current?.()) ? store.snapshot.find(id) : undefined);
}

/**
 * Wraps a route about services: before a write is decided, and before a service counts as unknown, this server applies the changes of others. A
 * write goes on even if that fails, since the commit is decided against the branch.
 */
export function upToDate(
  { method, path }: Pick<Definition, 'method' | 'path'>,
  handle: Route['handle'],
  { store, current, refuse }: Dependencies,
): Route['handle'] {
  if (!current || !path.startsWith(servicesPath)) return handle;
  if (method !== 'get') {
    return async (c) => {
      await current();
      return handle(c);
    };
  }
  if (!path.startsWith(`${servicesPath}/{id}`)) return handle;

  return async (c) => {
    const isKnown = (): boolean => store.snapshot.find(c.req.param('id') ?? '') !== undefined;
    if (isKnown() || (await current()) || isKnown()) return handle(c);

    return refuse(c, behind);
  };
}
