import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** Names the services that a commit registers, changes and removes: in one line for a single service, else as a list. */
export function commitMessage(
  { put, buried }: Pick<CatalogChange, 'put' | 'buried'>,
  before: Snapshot,
): string {
  const parts = [
    ...put.map(({ id }) => ({ verb: verbFor(id, before), id })),
    ...buried.map(({ id }) => ({ verb: 'Remove', id })),
  ];
  const [first] = parts;
  if (parts.length === 1 && first) return `${first.verb} ${first.id}`;

  const isOneVerb = parts.every(({ verb }) => verb === first?.verb);
  const title = `${(isOneVerb ? first?.verb : undefined) ?? 'Change'} ${String(parts.length)} services`;
  return [title, '', ...parts.map(({ verb, id }) => (isOneVerb ? `- ${id}` : `- ${verb} ${id}`))].join('\n');
}

function verbFor(id: string, before: Snapshot): string {
  if (before.find(id)) return 'Change';
  return before.tombstone(id) ? 'Restore' : 'Register';
}
