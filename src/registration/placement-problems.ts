import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Listings } from './listings.ts';

/**
 * Why a service may not stand in the catalog in this form; empty when it may. `idAt` knows the other services, `find` what this one was
 * before. The API, the command line, pull requests and every reading of the files call this, so a rule is written here once. A server
 * that reads its files gives a `find` that knows nothing: files in git stand by what they say now, and rules about changes judge
 * whoever proposes the change.
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
