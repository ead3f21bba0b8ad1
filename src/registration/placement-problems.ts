import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Listings } from './listings.ts';

/** Why the catalog may not list a service beside the others; empty when it may. */
export function placementProblems(
  service: DeclaredService,
  catalog: Pick<Listings, 'idAt'>,
): readonly FieldProblem[] {
  const holder = catalog.idAt(service.endpoint);

  return holder === undefined || holder === service.id
    ? []
    : [fieldProblem('endpoint_listed', ['endpoint'], { expected: holder })];
}
