import { z } from 'zod/mini';
import type { Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Checked } from '../domain/service-rules.ts';
import { Snapshot, unobservedEntry } from '../domain/snapshot.ts';
import { Timestamp } from '../domain/timestamp.ts';
import type { RowOutcome, Times } from '../registration/act.ts';
import { listings } from '../registration/listings.ts';
import { draftOf, register } from '../registration/register.ts';
import type { CatalogReading } from './read-catalog.ts';

export interface Skipped {
  /** Index of the record in the file, from 0. */
  readonly index: number;
  readonly problems: readonly Pick<FieldProblem, 'pointer' | 'detail'>[];
}

export interface ImportPlan {
  readonly services: readonly DeclaredService[];
  readonly skipped: readonly Skipped[];
}

/** Fields of a Service that owners do not declare. An import drops them, because the catalog assigns or observes them itself. */
const notDeclared = new Set(['id', 'trustScore', 'status', 'supportedChains', 'createdAt', 'updatedAt']);

const GivenTimes = z.partial(z.looseObject({ createdAt: z.unknown(), updatedAt: z.unknown() }));
const IsoTime = z.iso.datetime({ offset: true });

/** Decides which records of an import to list. A record is a registration body or a whole Service; a Service keeps its times. */
export function planImport(
  records: readonly unknown[],
  { categories, services, tombstones, rejects }: CatalogReading,
  policy: EndpointPolicy,
  now: Date,
): ImportPlan {
  const version = { commit: '', changedAt: now.toISOString(), unbuilt: 0 };
  const before = Snapshot.of(version, categories, services.map(unobservedEntry), tombstones);
  const draft = draftOf(listings(before, rejects));
  const accepted: DeclaredService[] = [];
  const skipped: Skipped[] = [];

  for (const [index, record] of records.entries()) {
    const times = timesOf(record);
    if ('problems' in times) {
      skipped.push({ index, problems: times.problems });
      continue;
    }

    const act = { kind: 'register', input: declaredPart(record), times: times.value } as const;
    const { outcome, put } = register(act, draft.listings, { policy, now });
    for (const service of put) draft.put(service);
    accepted.push(...put);
    const problems = whyNot(outcome);
    if (problems.length > 0) skipped.push({ index, problems });
  }
  return { services: accepted, skipped };
}

function whyNot(outcome: RowOutcome): Skipped['problems'] {
  switch (outcome.kind) {
    case 'refused':
      return outcome.problems;
    case 'listed':
      return [{ pointer: '/endpoint', detail: `this endpoint is already listed, as ${outcome.id}` }];
    case 'reserved':
      return [
        {
          pointer: '/endpoint',
          detail: `this endpoint is reserved for the owner of ${outcome.tombstone.id}, which was removed`,
        },
      ];
    default:
      return [];
  }
}

/** Ids of listed services whose category is missing from a new set of categories. */
export function withoutCategory(
  services: readonly DeclaredService[],
  categories: readonly Category[],
): string[] {
  const ids = new Set(categories.map(({ id }) => id));

  return services.filter(({ category }) => !ids.has(category)).map(({ id }) => id);
}

function declaredPart(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;

  return Object.fromEntries(Object.entries(record).filter(([name]) => !notDeclared.has(name)));
}

/** The times of a record, in our notation; undefined when it has none. An invalid time is a problem, never replaced by a default. */
function timesOf(record: unknown): Checked<Times | undefined> {
  const { data: given } = GivenTimes.safeParse(record);
  const faults = (['createdAt', 'updatedAt'] as const).filter(
    (name) => given?.[name] !== undefined && timeOf(given[name]) === undefined,
  );
  if (faults.length > 0) {
    return { problems: faults.map((name) => fieldProblem('time_invalid', [name], { value: given?.[name] })) };
  }

  const createdAt = timeOf(given?.createdAt);
  return {
    value:
      createdAt === undefined ? undefined : { createdAt, updatedAt: timeOf(given?.updatedAt) ?? createdAt },
  };
}

/** Converts an ISO 8601 time with any zone to UTC; undefined when the value is not a time, or one that a file of a service cannot have. */
function timeOf(value: unknown): string | undefined {
  const { data } = IsoTime.safeParse(value);

  return data === undefined ? undefined : Timestamp.safeParse(new Date(data).toISOString()).data;
}
