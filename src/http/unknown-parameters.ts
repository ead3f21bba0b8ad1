import { z } from 'zod';
import { nearestName } from '../domain/nearest.ts';
import type { RouteDependencies } from './dependencies.ts';
import { parameterProblem } from '../views/parameter-problem.ts';
import type { Problem } from '../views/problem.ts';
import { parametersOf } from './parameters.ts';
import type { Definition, Route } from './route.ts';

/** Parameters that mark a request or its origin, and ask for nothing. */
const ignored = /^(_|utm_)/;

const maxNamed = 20;

/** The names of a query that are not among those that an operation knows. */
export function unknownNames(given: URLSearchParams, known: readonly string[]): string[] {
  return [...new Set(given.keys())].filter((name) => !known.includes(name) && !ignored.test(name));
}

/** The refusal of a query with unknown names; undefined without any. */
export function unknownProblem(given: URLSearchParams, known: readonly string[]): Problem | undefined {
  const names = unknownNames(given, known);
  if (names.length === 0) return undefined;

  const errors = names
    .slice(0, maxNamed)
    .map((name) => parameterProblem('unknown_parameter', [name], { expected: nearestName(name, known) }));
  return { code: 'unknown_parameter', detail: `${errors.map(({ detail }) => detail).join('. ')}.`, errors };
}

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
