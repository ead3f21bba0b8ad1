import { z } from 'zod/mini';
import { type FeedPosition, printCursor } from '../domain/feed-position.ts';
import { changeKinds, type NumberedChange } from '../domain/service-change.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { Service, serviceView } from './service.ts';

const Cursor = z.string().check(
  z.meta({
    description: 'A place in the feed: just after a change. A text without further meaning, safe in a URL.',
    examples: ['ZmVlZGZlZWRmZWVkZmVlZC5jcmU2NnI0MWcuMTd5bG0'],
  }),
);

/** One change, as the feed, its stream and webhooks tell it. */
export const Change = z.strictObject({
  cursor: Cursor,
  at: z.iso.datetime().check(z.meta({ description: 'When it happened, or when it was first noticed.' })),
  kind: z.enum(changeKinds).check(
    z.meta({
      description:
        '`created`, `updated`, `deleted` (by its owner, or its file is gone), `removed` (by the operator), `restored`: of the declaration. `observed`: its state, status, score, chains, live terms or payments are others than before; payments are told once an hour.',
    }),
  ),
  id: ServiceId,
  commit: z.string().check(
    z.meta({
      description: 'The commit that the change came with; of `observed`, the commit of the catalog then.',
      examples: ['0123456789abcdef0123456789abcdef01234567'],
    }),
  ),
  service: z
    .nullable(Service)
    .check(z.meta({ description: 'The service as of this answer; null when it is not listed now.' })),
  reason: z.optional(
    z.nullable(z.string()).check(
      z.meta({
        description:
          'Why it was deleted; of `removed` always there, and null where nothing was said. Untrusted text.',
        examples: ['Fraud.'],
      }),
    ),
  ),
  by: z.optional(
    z.string().check(
      z.meta({
        description:
          'The maintainer who made it, through the API or a pull request; absent when it was no maintainer.',
        examples: ['github:9919'],
      }),
    ),
  ),
});
export type Change = z.infer<typeof Change>;

export const ChangePage = z.strictObject({
  changes: z.array(Change).check(z.meta({ description: 'Oldest first.' })),
  next: Cursor.check(z.meta({ description: 'Where to go on: the next `since`.' })),
  more: z.boolean().check(z.meta({ description: 'Whether there are more changes already.' })),
  freshness: z.strictObject({
    generatedAt: z.iso.datetime(),
    latestChangeAt: z
      .nullable(z.iso.datetime())
      .check(z.meta({ description: 'Time of the last change of all; null before the first.' })),
    retentionDays: z.int().check(z.meta({ description: 'How long changes are retained.', examples: [90] })),
  }),
});

export function changeView(
  change: NumberedChange,
  { epoch }: Pick<FeedPosition, 'epoch'>,
  snapshot: Snapshot,
): Change {
  const { number, at, kind, id, commit, reason, by } = change;
  const entry = snapshot.find(id);
  const isExplained = kind === 'removed' || reason !== undefined;

  return {
    cursor: printCursor({ epoch, number, at: at.getTime() }),
    at: at.toISOString(),
    kind,
    id,
    commit,
    service: entry ? serviceView(entry) : null,
    ...(isExplained ? { reason: reason ?? null } : {}),
    ...(by === undefined ? {} : { by }),
  };
}

/** What a page of changes is made from. */
interface Page {
  readonly changes: readonly NumberedChange[];
  /** Where the page begins; undefined for the oldest change. */
  readonly since: FeedPosition | undefined;
  /** Where the feed ends. */
  readonly end: FeedPosition;
  readonly retentionDays: number;
  readonly now: Date;
}

export function changePageView(
  { changes, since, end, retentionDays, now }: Page,
  snapshot: Snapshot,
): z.infer<typeof ChangePage> {
  const last = changes.at(-1);
  const next = last ? { epoch: end.epoch, number: last.number, at: last.at.getTime() } : (since ?? end);

  return {
    changes: changes.map((change) => changeView(change, end, snapshot)),
    next: printCursor(next),
    more: next.number < end.number,
    freshness: {
      generatedAt: now.toISOString(),
      latestChangeAt: end.number === 0 ? null : new Date(end.at).toISOString(),
      retentionDays,
    },
  };
}
