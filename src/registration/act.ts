import type { RegistrationRequest } from '../domain/declaration.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { DeclaredService } from '../domain/service.ts';

/** A requested change to the catalog. */
export interface Act {
  readonly kind: 'register';
  /** The body as received, not checked yet. */
  readonly input: unknown;
  /** The times of an imported service; both default to now. */
  readonly times?: Times | undefined;
}

export type Times = Pick<DeclaredService, 'createdAt' | 'updatedAt'>;

/** What became of an act. */
export type Outcome =
  | { readonly kind: 'created'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  /** Another service has the endpoint. The request tells a repeated registration from a second one. */
  | { readonly kind: 'listed'; readonly id: string; readonly request: RegistrationRequest }
  /** The commit could not be made, and nothing of it was kept. */
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number | undefined };
