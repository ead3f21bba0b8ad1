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
