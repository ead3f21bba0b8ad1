import type { Label } from './read-corpus.ts';

export interface Figures {
  readonly queries: number;
  readonly ndcg: number;
  readonly mrr: number;
  readonly recall: number;
  /** Of the queries without relevant services, the share with an empty result; undefined when there are no such queries. */
  readonly emptyOk: number | undefined;
}

/** The result of each query, by its id: the ids found, best first. */
export type Runs = Readonly<Record<string, readonly string[]>>;

export function figuresOf(labels: readonly Label[], runs: Runs): Figures {
  const scored = labels.filter(({ relevant }) => Object.keys(relevant).length > 0);
  const empty = labels.filter(({ relevant }) => Object.keys(relevant).length === 0);
  const run = ({ id }: Label): readonly string[] => runs[id] ?? [];

  return {
    queries: labels.length,
    ndcg: mean(scored.map((label) => ndcg(run(label), label.relevant))),
    mrr: mean(scored.map((label) => reciprocalRank(run(label), label.relevant))),
    recall: mean(scored.map((label) => recall(run(label), label.relevant))),
    emptyOk: empty.length === 0 ? undefined : mean(empty.map((label) => (run(label).length === 0 ? 1 : 0))),
  };
}

/** nDCG@10 with gain 2^grade - 1. */
function ndcg(run: readonly string[], relevant: Label['relevant']): number {
  const grades = run.slice(0, 10).map((id) => relevant[id] ?? 0);
  const ideal = Object.values(relevant)
    .sort((a, b) => b - a)
    .slice(0, 10);

  return gain(grades) / gain(ideal);
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

function reciprocalRank(run: readonly string[], relevant: Label['relevant']): number {
  const at = run.findIndex((id) => id in relevant);

  return at < 0 ? 0 : 1 / (at + 1);
}

function recall(run: readonly string[], relevant: Label['relevant']): number {
  return run.slice(0, 10).filter((id) => id in relevant).length / Math.min(10, Object.keys(relevant).length);
}

interface Slot {
  readonly name: string;
  readonly value: unknown;
}

/** F1 over all understood constraints except the category. */
export function slotF1(labels: readonly Label[], slots: Readonly<Record<string, object>>): number {
  let right = 0;
  let wanted = 0;
  let given = 0;
  for (const { id, slots: gold } of labels) {
    const want = slotsOf(gold);
    const got = slotsOf(slots[id] ?? {});
    wanted += want.length;
    given += got.length;
    right += want.filter(({ name, value }) =>
      got.some((slot) => slot.name === name && same(slot.value, value)),
    ).length;
  }
  return (2 * right) / (wanted + given || 1);
}

function slotsOf(slots: object): Slot[] {
  return Object.entries(slots)
    .filter(
      ([name, value]) =>
        !['category', 'keywords', 'maxPriceExclusive', 'peg'].includes(name) && value !== undefined,
    )
    .flatMap(([name, value]: [string, unknown]) =>
      name === 'excludes' && typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([field, values]: [string, unknown]) =>
            [values].flat().map((each) => ({ name: `${name}.${field}`, value: each })),
          )
        : [{ name, value }],
    );
}

function same(a: unknown, b: unknown): boolean {
  const [left, right] = [a, b].map((value) => [value].flat().map(String).sort().join());

  return left === right || Number(left) === Number(right);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
