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
  /** Another service has the endpoint. `request` helps to tell a repeated registration from a new one. */
  | { readonly kind: 'listed'; readonly id: string; readonly request: RegistrationRequest }
  /** The commit failed and left nothing behind. */
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number | undefined };
