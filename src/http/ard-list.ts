import { compareText } from '../domain/compare-text.ts';
import type { Entry } from '../domain/snapshot.ts';
import { fold } from '../domain/plain-text.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { pageOf } from '../search/rows/page-of.ts';
import type { Order, Page } from '../search/query/question.ts';
import { serviceType } from '../views/ard-entry.ts';
import { ardProblem } from '../views/ard-problem.ts';
import type { Test } from './matching-entries.ts';
import type { Read } from './parameters.ts';
import { allTags } from '../domain/tag.ts';

/** One condition of a filter expression, as it was written. */
interface Clause {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

type Condition = (value: string) => Test | undefined;

/** The order of a list: one that the index has, or the one by the last change, which it does not. */
export type ListOrder = { readonly byIndex: Required<Order> } | { readonly byUpdate: 'asc' | 'desc' };

/** Those listed first come first: new ones move nobody from one page to another. */
const byAge: ListOrder = { byIndex: { sortBy: 'createdAt', sortOrder: 'asc' } };

const sortKeys: Readonly<Record<string, 'name' | 'createdAt' | 'updatedAt'>> = {
  name: 'name',
  displayname: 'name',
  createdat: 'createdAt',
  created_at: 'createdAt',
  updatedat: 'updatedAt',
  updated_at: 'updatedAt',
};

/** Reads the order of a list: a field, and a direction behind it. */
export function readOrder(text: string | undefined): Read<ListOrder> {
  if (text === undefined) return { value: byAge };

  const [, name = '', direction = 'asc'] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(text) ?? [];
  const folded = name.toLowerCase();
  const key = Object.hasOwn(sortKeys, folded) ? sortKeys[folded] : undefined;
  const sortOrder = direction.toLowerCase() === 'desc' ? 'desc' : 'asc';
  if (key === undefined) return { problems: [ardProblem('order_invalid', ['orderBy'], { value: text })] };

  return { value: key === 'updatedAt' ? { byUpdate: sortOrder } : { byIndex: { sortBy: key, sortOrder } } };
}

/** Reads a filter expression, Appendix A of the draft: conditions that all have to hold. */
export function readExpression(text: string | undefined, publisher: string): Read<Test[]> {
  if (text === undefined) return { value: [] };

  const clauses = readClauses(text);
  if (!clauses) return { problems: [ardProblem('expression_invalid', ['filter'], { value: text })] };

  const conditions = conditionsOf(publisher);
  const read = clauses.map((clause) => testOf(clause, conditions));
  const problems = read.flatMap((each) => ('problem' in each ? [each.problem] : []));
  return problems.length > 0
    ? { problems }
    : { value: read.flatMap((each) => ('test' in each ? [each.test] : [])) };
}

/** A page of entries by the time of their last change, equal ones by id. */
export function pageByUpdate(entries: readonly Entry[], direction: 'asc' | 'desc', page: Page): Entry[] {
  const sign = direction === 'asc' ? 1 : -1;
  const compare = ({ declared: one }: Entry, { declared: other }: Entry): number =>
    sign * compareText(one.updatedAt, other.updatedAt) || compareText(one.id, other.id);

  return pageOf(entries, page, compare);
}

/** A name, an operator and a value, which is quoted where it holds a blank. */
const clause = /\s*([a-z]\w{0,31})\s*(>=|[=:>])\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))\s*/iy;

/** Undefined for a text that cannot be read. */
function readClauses(text: string): Clause[] | undefined {
  const clauses: Clause[] = [];
  for (let at = 0; at < text.length;) {
    clause.lastIndex = at;
    const [all, name = '', operator = '', double, single, bare = ''] = clause.exec(text) ?? [];
    if (all === undefined) return undefined;

    clauses.push({ name, operator, value: double ?? single ?? bare });
    at += all.length;
    if (at === text.length) return clauses;
    const [and] = /^and\s/i.exec(text.slice(at, at + 4)) ?? [];
    if (and === undefined) return undefined;
    at += and.length;
  }
  return undefined;
}

/** Each condition, by its name in small letters. They give nothing for a value that is no time. */
function conditionsOf(publisher: string): ReadonlyMap<string, Condition> {
  const any =
    (has: (entry: Entry) => readonly string[]): Condition =>
    (value) => {
      const wanted = new Set(value.split(',').map((each) => each.trim()));
      return (entry) => has(entry).some((each) => wanted.has(each));
    };
  const ofPublisher = any(() => [publisher]);

  return new Map<string, Condition>([
    ['displayname', (value) => nameHolds(value)],
    ['type', any(() => [serviceType])],
    ['publisherid', ofPublisher],
    ['publisher', ofPublisher],
    ['tags', any(({ declared }) => allTags(declared))],
    ['createdafter', (value) => after(value, ({ declared }) => declared.createdAt)],
    ['updatedafter', (value) => after(value, ({ declared }) => declared.updatedAt)],
  ]);
}

const names = 'displayName, type, publisherId, tags, createdAfter or updatedAfter';

function testOf(
  { name, operator, value }: Clause,
  conditions: ReadonlyMap<string, Condition>,
): { readonly test: Test } | { readonly problem: FieldProblem } {
  const condition = conditions.get(name.toLowerCase());
  const isTime = /after$/i.test(name);
  if (!condition || (!isTime && operator.startsWith('>'))) {
    const written = `${name}${operator}`;
    return {
      problem: ardProblem('expression_field_unknown', ['filter'], { value: written, expected: names }),
    };
  }

  const test = condition(value);
  return test ? { test } : { problem: ardProblem('expression_time_invalid', ['filter'], { value }) };
}

function nameHolds(part: string): Test {
  const wanted = fold(part);

  return ({ declared }) => fold(declared.name).includes(wanted);
}

const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

function after(value: string, has: (entry: Entry) => string): Test | undefined {
  const time = isoTime.test(value) ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime())) return undefined;

  const limit = time.toISOString();
  return (entry) => has(entry) > limit;
}
