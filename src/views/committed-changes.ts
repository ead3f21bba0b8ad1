import { z } from 'zod';
import type { ServiceChange } from '../domain/service-change.ts';
import { ServiceId } from '../domain/service-id.ts';

const Time = z.iso.datetime();

/** A declared change in a build, as `GET /api/changes` tells it, but without the service, which is in `api/services/<id>.json`, and without `by`. */
const CommittedChange = z.strictObject({
  at: Time.meta({ description: 'Time of the commit.' }),
  kind: z
    .enum(['created', 'updated', 'deleted', 'removed', 'restored'])
    .meta({ description: '`deleted` by its owner, or its file is gone; `removed` by the operator.' }),
  id: ServiceId,
  commit: z.string().meta({
    description:
      'The commit that brought the change to the branch of the catalog: of a pull request, the merge.',
    examples: ['0123456789abcdef0123456789abcdef01234567'],
  }),
  reason: z.string().nullable().optional().meta({
    description:
      'Why it was deleted; of `removed` always there, and null where nothing was said. Untrusted text.',
  }),
});

/** `api/changes/<number>.json`. A full page never changes. */
export const CommittedPage = z.strictObject({
  changes: z.array(CommittedChange).meta({ description: 'In the order of the commits, oldest first.' }),
});

/** `api/changes/index.json`. */
export const CommittedIndex = z.strictObject({
  commit: z.string().meta({ description: 'The commit of the catalog that the build shows.' }),
  retentionDays: z.int().meta({ description: 'Pages without newer changes are left out.', examples: [90] }),
  isComplete: z.boolean().meta({
    description:
      'Whether the build had all commits of the catalog. Otherwise pages are counted from the first commit that it had, and a build with more commits counts anew.',
  }),
  pages: z
    .array(
      z.strictObject({
        path: z.string().meta({
          description: 'Relative to the root of the site.',
          examples: ['api/changes/12.json'],
        }),
        changes: z.int(),
        from: Time.meta({ description: 'Time of its earliest change.' }),
        to: Time.meta({ description: 'Time of its latest change.' }),
      }),
    )
    .meta({ description: 'Oldest first, without gaps. Only the last one grows.' }),
});

/** What the index tells of a page of changes. */
interface PageSummary {
  readonly number: number;
  /** How many changes it has, and the times of the earliest and the latest. */
  readonly size: number;
  readonly from: Date;
  readonly to: Date;
}

/** The path of a page, relative to the root of the site. */
export function committedPagePath({ number }: Pick<PageSummary, 'number'>): string {
  return `api/changes/${String(number)}.json`;
}

export function committedPageView(changes: readonly ServiceChange[]): z.infer<typeof CommittedPage> {
  return {
    changes: changes.flatMap(({ at, kind, id, commit, reason }) => {
      if (kind === 'observed') return [];
      const isExplained = kind === 'removed' || reason !== undefined;
      const explained = isExplained ? { reason: reason ?? null } : {};
      return [{ at: at.toISOString(), kind, id, commit, ...explained }];
    }),
  };
}

/** What the index of a build is made from. */
interface Index {
  readonly commit: string;
  readonly retentionDays: number;
  readonly isComplete: boolean;
  readonly pages: readonly PageSummary[];
}

export function committedIndexView({
  commit,
  retentionDays,
  isComplete,
  pages,
}: Index): z.infer<typeof CommittedIndex> {
  return {
    commit,
    retentionDays,
    isComplete,
    pages: pages.map((page) => ({
      path: committedPagePath(page),
      changes: page.size,
      from: page.from.toISOString(),
      to: page.to.toISOString(),
    })),
  };
}
