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
  /** How many services there are. */
  count(): Promise<number>;
  /** All services in groups, sorted by id. @throws {MirrorFault} when the copy is damaged. */
  services(): AsyncGenerator<readonly Service[]>;
}
