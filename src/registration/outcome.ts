import type { RegistrationRequest } from '../domain/declaration.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { Entry } from '../domain/snapshot.ts';

/** What became of an act. */
export type Outcome =
  | { readonly kind: 'created'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  /** Another service has the endpoint. `request` helps to tell a repeated registration from a new one. */
  | { readonly kind: 'listed'; readonly id: string; readonly request: RegistrationRequest }
  /** The commit failed and left nothing behind. */
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number | undefined };
