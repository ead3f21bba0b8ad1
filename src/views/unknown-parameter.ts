import { nearestName } from '../domain/nearest.ts';
import { parameterProblem } from './parameter-problem.ts';
import type { Problem } from './problem.ts';

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
