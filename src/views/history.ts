import { z } from 'zod';
import { changedLeaves } from '../domain/leaves.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { ServiceVersion } from '../domain/service-version.ts';
import { leavesOf, ownerIn, updatedBy } from './file-leaves.ts';

const kinds = ['created', 'updated', 'deleted', 'restored'] as const;

const Change = z.strictObject({
  at: z.iso.datetime().meta({ description: 'Time of the commit.' }),
  kind: z.enum(kinds),
  commit: z.string().meta({
    description:
      'The commit that brought the change to the branch of the catalog: of a pull request, the merge.',
  }),
  owner: z.string().nullable().meta({
    description: 'Who owned the service after the change, or before its deletion; null when nobody did.',
  }),
  by: z
    .string()
    .nullable()
    .meta({
      description:
        'The maintainer who made the change, through the API or a pull request; null when it was no maintainer.',
      examples: ['github:9919'],
    }),
  fields: z
    .array(
      z.strictObject({
        pointer: z.string().meta({
          description: 'RFC 6901 pointer to a value in the declaration that holds no others.',
          examples: ['/pricing/pricePerRequest'],
        }),
        before: z.unknown().meta({ description: 'Null when it was added.' }),
        after: z.unknown().meta({ description: 'Null when it was removed.' }),
      }),
    )
    .meta({
      description:
        'What changed, without `updatedAt` and `updatedBy`: all values where a service is created, restored or deleted; none where its file cannot be read, or only its form changed.',
    }),
});

/** How a service became what it is: the changes of its file in git, newest first. */
export const HistoryView = z.strictObject({
  id: ServiceId,
  complete: z
    .literal(false)
    .optional()
    .meta({ description: '`false` when the server does not have the first changes; absent otherwise.' }),
  changes: z.array(Change),
});
export type HistoryView = z.infer<typeof HistoryView>;

interface Versions {
  readonly isComplete: boolean;
  /** Newest first. */
  readonly versions: readonly ServiceVersion[];
  /** The version before the oldest of them. */
  readonly before: ServiceVersion | undefined;
}

/** `texts`: the files of all these versions, by object id. */
export function historyView(
  id: string,
  { isComplete, versions, before }: Versions,
  texts: ReadonlyMap<string, string>,
): HistoryView {
  const leaves = [...versions, before].map((version) => leavesOf(texts.get(version?.blob ?? '')));

  return {
    id,
    ...(isComplete ? {} : { complete: false }),
    changes: versions.flatMap(({ at, kind, commit }, i) => {
      const [old = new Map(), now = new Map()] = [leaves[i + 1], leaves[i]];
      if (kind === 'known') return [];
      const owner = ownerIn(now.size > 0 ? now : old, '/owner') ?? null;
      const by = ownerIn(now, updatedBy) ?? null;
      const fields = changedLeaves(old, now).filter(({ pointer }) => pointer !== updatedBy);
      return [{ at: at.toISOString(), kind, commit, owner, by, fields }];
    }),
  };
}
