import type { DeclaredService } from '../domain/service.ts';

/** Something that somebody wants done to the catalog. */
export interface Act {
  readonly kind: 'register';
  /** The body as it arrived; nothing of it is checked yet. */
  readonly input: unknown;
  /** Those of a service that was listed elsewhere before; now, by default. */
  readonly times?: Times | undefined;
}

export type Times = Pick<DeclaredService, 'createdAt' | 'updatedAt'>;
