import { compareDecimal } from '../domain/decimal.ts';

/** What a comparison weighs of one service; null where it is not known. */
export interface Figures {
  readonly price: Price | null;
  /** Average of the answer times. */
  readonly averageMs: number | null;
  /** The payments that were counted for this service alone. */
  readonly payments: number | null;
}

interface Price {
  readonly amount: string;
  /** Prices of different units have no order. */
  readonly unit: string;
}

export type Mark = 'cheapest' | 'fastest' | 'mostUsed';

/** Which services deserve each mark, in their order. All of those that tie do. */
export type Marks = Readonly<Record<Mark, readonly boolean[]>>;

/** Marks the best of the known values. A single known value is no best, and neither is a most that is zero. */
export function marksOf(figures: readonly Figures[]): Marks {
  const prices = figures.map(({ price }) => price);
  const units = new Set(prices.flatMap((price) => price?.unit ?? []));
  const isOrdered = units.size === 1;

  return {
    cheapest: bestOf(isOrdered ? prices : prices.map(() => null), ({ amount: a }, { amount: b }) =>
      compareDecimal(a, b),
    ),
    fastest: bestOf(
      figures.map(({ averageMs }) => averageMs),
      (a, b) => a - b,
    ),
    mostUsed: bestOf(
      figures.map(({ payments }) => payments),
      (a, b) => b - a,
    ).map((isBest, place) => isBest && figures[place]?.payments !== 0),
  };
}

function bestOf<Value>(
  values: readonly (Value | null)[],
  compare: (a: Value, b: Value) => number,
): boolean[] {
  const known = values.filter((value) => value !== null);
  const [best] = known.toSorted(compare);

  return values.map(
    (value) => known.length > 1 && value !== null && best !== undefined && compare(value, best) === 0,
  );
}
