import { z } from 'zod';
import type { RouteDependencies } from './dependencies.ts';
import { unknownProblem } from '../views/unknown-parameter.ts';
import { parametersOf } from './parameters.ts';
import type { Definition, Route } from './route.ts';

/**
 * Wraps a described operation: a parameter that it does not know is refused, since what the client meant by it would go unheard. Writes without
 * any parameters ignore a query.
 */
export function withKnownParameters(
  { method, tag, requestParams }: Route['definition'],
  handle: Route['handle'],
  { refuse }: Pick<RouteDependencies, 'refuse'>,
): Route['handle'] {
  const known = namesOf(requestParams?.query);
  const isStrict = method === 'get' || known.length > 0;
  if (tag === undefined || tolerant.includes(tag) || !isStrict) return handle;

  return (c) => {
    const problem = unknownProblem(parametersOf(c), known);
    return problem ? refuse(c, problem) : handle(c);
  };
}

/** Operations in the shapes of others: Bazaar names what it did not apply, and ARD refuses in its own words. */
const tolerant: readonly Definition['tag'][] = ['Bazaar', 'ARD'];

function namesOf(query: unknown): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}
