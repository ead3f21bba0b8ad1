import { z } from 'zod';
import type { Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { type FieldProblem, fieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import { serviceFilePath } from '../domain/service-file.ts';
import type { Checked } from '../domain/service-rules.ts';
import { Snapshot } from '../domain/snapshot.ts';
import { decide } from '../registration/decide.ts';
import type { CatalogReading } from './read-catalog.ts';

export interface Skipped {
  /** Place of the record in the file, from 0. */
  readonly index: number;
  readonly problems: readonly Pick<FieldProblem, 'pointer' | 'detail'>[];
}

export interface ImportPlan {
  readonly services: readonly DeclaredService[];
  readonly skipped: readonly Skipped[];
}

/** Fields of a Service that its owner does not declare: an import leaves them out, since they are ours to give or to observe. */
const notDeclared = new Set(['id', 'trustScore', 'status', 'supportedChains', 'createdAt', 'updatedAt']);

/** Decides which records of an import are to be listed. Each may be a registration body or a whole Service, whose times are kept. */
export function planImport(
  records: readonly unknown[],
  { categories, services, rejects }: CatalogReading,
  policy: EndpointPolicy,
  now: Date,
): ImportPlan {
  const version = { commit: '', changedAt: now.toISOString(), unbuilt: 0 };
  let draft = Snapshot.of(version, categories, []).declare(services);
  const accepted: DeclaredService[] = [];
  const skipped: Skipped[] = [];

  for (const [index, record] of records.entries()) {
    const listings = {
      hasCategory: (id: string) => draft.hasCategory(id),
      idAt: (endpoint: string) => draft.idAt(endpoint),
      isTaken: (id: string) => draft.find(id) !== undefined || rejects.has(serviceFilePath(id)),
    };
    const decision = decide(declaredPart(record), listings, policy, now);

    const times = timesOf(record);

    if ('problems' in times) {
      skipped.push({ index, problems: times.problems });
    } else if (decision.kind === 'accepted') {
      const service = { ...decision.service, ...times.value };
      accepted.push(service);
      draft = draft.declare([service]);
    } else {
      const problems =
        decision.kind === 'refused'
          ? decision.problems
          : [{ pointer: '/endpoint', detail: `this endpoint is already listed, as ${decision.id}` }];
      skipped.push({ index, problems });
    }
  }
  return { services: accepted, skipped };
}

/** Ids of listed services whose category would be gone with a new set of categories. */
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

type Times = Partial<Pick<DeclaredService, 'createdAt' | 'updatedAt'>>;

/** When a record says it was made and changed, in our way of writing it; a time that is none is a problem, never replaced. */
function timesOf(record: unknown): Checked<Times> {
  const { data: given } = z
    .looseObject({ createdAt: z.unknown(), updatedAt: z.unknown() })
    .partial()
    .safeParse(record);
  const faults = (['createdAt', 'updatedAt'] as const).filter(
    (name) => given?.[name] !== undefined && timeOf(given[name]) === undefined,
  );
  if (faults.length > 0) {
    return { problems: faults.map((name) => fieldProblem('time_invalid', [name], { value: given?.[name] })) };
  }

  const createdAt = timeOf(given?.createdAt);
  return {
    value: createdAt === undefined ? {} : { createdAt, updatedAt: timeOf(given?.updatedAt) ?? createdAt },
  };
}

/** An ISO 8601 time with its zone, in UTC. */
function timeOf(value: unknown): string | undefined {
  const { success } = z.iso.datetime({ offset: true }).safeParse(value);

  return success ? new Date(String(value)).toISOString() : undefined;
}
