import type { Service } from '../views/service.ts';

/** What a change did to the copy; `same` when the copy already was so. */
export type Effect = Difference | 'same';
export type Difference = 'created' | 'updated' | 'removed';

/** The services of a mirror in its folder. What a method did is durable when it resolves; after a crash, each service is as before or as after. */
export interface Store {
  /** Puts services, and removes those whose value is null. */
  apply(changes: ReadonlyMap<string, Service | null>): Promise<ReadonlyMap<string, Effect>>;
  /** Makes the copy the same as an export, a file with one service a line, sorted by id; takes that file away. */
  replace(exported: string): Promise<ReadonlyMap<string, Difference>>;
  count(): Promise<number>;
  /** All services in groups, sorted by id. @throws {MirrorFault} when the copy is damaged. */
  services(): AsyncGenerator<readonly Service[]>;
}

export interface AppliedChange {
  readonly id: string;
  readonly effect: Effect;
  /** What the catalog calls it, such as `updated` or `removed`; for services of an export the same as `effect`. */
  readonly kind: string;
  /** When it changed (ISO 8601), and in which commit; null for services of an export. */
  readonly at: string | null;
  readonly commit: string | null;
  /** Why it was removed, where the operator says so. Untrusted text. */
  readonly reason: string | null;
  /** The service as the copy holds it now, null when it holds it no more. Absent for services of an export: read the copy. */
  readonly service?: Service | null;
}

export interface AppliedBatch {
  /** From an export: at the first visit, after a pause that was too long for the feed, and on every change of a static site. */
  readonly source: 'export' | 'changes';
  /** In the order of the feed; those of an export by id, and only where it differs from the copy. */
  readonly changes: readonly AppliedChange[];
  /** How many services the copy holds now. */
  readonly services: number;
  readonly cursor: string | null;
  readonly commit: string | null;
  /** The copy was empty or unfinished before. */
  readonly isFirst: boolean;
}
