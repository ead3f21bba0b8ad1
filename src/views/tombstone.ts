import { restorableUntil, type Tombstone } from '../domain/tombstone.ts';

/** What everybody may know of a removed service: the members of its 410. */
export function tombstoneView(tombstone: Tombstone): Readonly<Record<string, string>> {
  const { id, name, deletedAt, reason } = tombstone;

  return {
    id,
    name,
    deletedAt,
    restorableUntil: restorableUntil(tombstone).toISOString(),
    ...(reason === undefined ? {} : { reason }),
  };
}
