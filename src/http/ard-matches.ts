import type { FieldProblem } from '../domain/field-problem.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Turns } from '../live/turns.ts';
import { ardProblem } from '../views/ard-problem.ts';
import { type ArdField, type ArdFields, type QueryContext, termIn } from './ard-fields.ts';
import type { ArdQuery, FacetRequest } from './ard-requests.ts';
import type { Read } from './parameters.ts';
import { readInTurns, type Test } from './matching-entries.ts';

/** A field to count by, and the path that the client wrote. */
interface AskedFacet {
  readonly path: string;
  readonly field: ArdField;
  readonly limit: number;
  readonly minCount: number;
}

/** One value of a facet, and how many entries have it. */
interface Bucket {
  readonly value: string;
  readonly count: number;
}

interface FacetResult {
  readonly buckets: readonly Bucket[];
  /** The sum over the values beyond the limit. */
  readonly otherCount: number;
}

const usualBuckets = 20;

/** The prefixes and terms that a context binds to IRIs. */
function readContext(context: ArdQuery['@context']): QueryContext {
  const parts = Array.isArray(context) ? context : [context];
  const bound = parts.flatMap((part) =>
    typeof part === 'object' && part !== null
      ? Object.entries(part).flatMap(([name, value]) => {
          const iri = iriOf(value);
          return iri === undefined ? [] : [[name, iri] as const];
        })
      : [],
  );

  return new Map(bound);
}

/** Reads a filter: an entry must have any of the values of a path, for all paths. */
export function readFilter({ filter = {}, '@context': context }: ArdQuery, fields: ArdFields): Read<Test[]> {
  const bound = readContext(context);
  return together(
    Object.entries(filter).map(([path, values]) => {
      const field = fields.find(termIn(path, bound));
      return field
        ? { value: testOf(field, new Set([values].flat().map((value) => field.keyOf(String(value))))) }
        : unsupported(['query', 'filter', path], path, fields.paths('filter'));
    }),
  );
}

/** The fields to count by. */
export function readFacets(
  facets: readonly FacetRequest[],
  context: ArdQuery['@context'],
  fields: ArdFields,
): Read<AskedFacet[]> {
  const bound = readContext(context);
  const read = facets.map(({ field: path, limit = usualBuckets, minCount = 1 }, at) => {
    const field = fields.find(termIn(path, bound));
    return field?.isCounted
      ? { value: { path, field, limit, minCount } }
      : unsupported(['resultType', 'facets', at, 'field'], path, fields.paths('facet'));
  });

  return together(read);
}

/** How many entries have each value of each facet. */
export async function countFacets(
  entries: Iterable<Entry>,
  facets: readonly AskedFacet[],
  turns: Turns,
): Promise<Record<string, FacetResult>> {
  const counted = facets.map((facet) => ({ facet, counts: new Map<string, Counted>() }));
  await readInTurns(entries, turns, (entry) => {
    for (const { facet, counts } of counted) {
      for (const value of facet.field.values(entry)) countIn(counts, facet.field.keyOf(value), value);
    }
  });

  return Object.fromEntries(
    counted.map(({ facet, counts }) => [facet.path, resultOf(facet, [...counts.values()])]),
  );
}

interface Counted {
  readonly value: string;
  count: number;
}

function countIn(counts: Map<string, Counted>, key: string, value: string): void {
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { value, count: 1 });
}

function resultOf({ limit, minCount }: AskedFacet, counted: readonly Bucket[]): FacetResult {
  const buckets = counted
    .filter(({ count }) => count >= minCount)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

  return {
    buckets: buckets.slice(0, limit),
    otherCount: buckets.slice(limit).reduce((sum, { count }) => sum + count, 0),
  };
}

function testOf({ values, keyOf }: ArdField, keys: ReadonlySet<string>): Test {
  return (entry) => values(entry).some((value) => keys.has(keyOf(value)));
}

function unsupported(
  path: readonly PropertyKey[],
  given: string,
  known: readonly string[],
): { readonly problems: FieldProblem[] } {
  return { problems: [ardProblem('path_unsupported', path, { value: given, expected: known.join(', ') })] };
}

/** A term is bound to a text, or to an object that names it. */
function iriOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;

  const id: unknown = Reflect.get(value, '@id');
  return typeof id === 'string' ? id : undefined;
}

function together<T>(read: readonly Read<T>[]): Read<T[]> {
  const problems = read.flatMap((each) => ('problems' in each ? each.problems : []));
  const values = read.flatMap((each) => ('value' in each ? [each.value] : []));

  return problems.length > 0 ? { problems } : { value: values };
}
