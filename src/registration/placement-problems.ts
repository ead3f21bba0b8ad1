import { fieldProblem } from '../domain/field-problem.ts';
import type { FieldProblem } from '../domain/problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Listings } from './listings.ts';

/**
 * Why a service may not stand in a catalog in this form, beside the other services and after what it was before (`find`); empty when
 * it may. Every act ends here and so does every reading of files, so a rule about services is written here once and holds for the API,
 * the command line, pull requests and edits by hand. Where files are read without knowing what was before, `find` knows nothing.
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
