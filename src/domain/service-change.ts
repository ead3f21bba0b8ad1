/** How a service changed, in the feed. `removed` is a deletion by the operator. */
export const changeKinds = ['created', 'updated', 'deleted', 'removed', 'restored', 'observed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** One change of a service: of its declaration, or of what readers notice of its observation. */
export interface ServiceChange {
  readonly at: Date;
  readonly kind: ChangeKind;
  readonly id: string;
  /** The commit of the catalog that the change came with, or that the observation was made under. */
  readonly commit: string;
  /** Why it was deleted, where that was said. */
  readonly reason?: string | undefined;
  /** The maintainer who made it. */
  readonly by?: string | undefined;
}

/** A change with its place in the feed. Later changes have larger numbers; numbers may be left out. */
export interface NumberedChange extends ServiceChange {
  readonly number: number;
}

export function isDeletion(kind: ChangeKind): boolean {
  return kind === 'deleted' || kind === 'removed';
}
