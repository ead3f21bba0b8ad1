import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Listings } from './listings.ts';

/**
 * Why the catalog may not list a service in this form; empty when it may. `idAt` knows the other services, `find` what this one was
 * before. The API, the command line, reviews of pull requests and all readers of the files call this, so each rule exists once. A server
 * that reads its files passes a `find` that finds nothing, since rules about changes apply only to those who propose a change: a file
 * that is already in git is judged by its present content alone.
 */
export function placementProblems(
  service: DeclaredService,
  catalog: Pick<Listings, 'find' | 'idAt'>,
): readonly FieldProblem[] {
  const holder = catalog.idAt(service.endpoint);

  return holder === undefined || holder === service.id
    ? []
    : [fieldProblem('endpoint_listed', ['endpoint'], { expected: holder })];
}
