/** What questions ask about documents, a column each, by document number. */
const types = {
  alive: Uint8Array,
  /** Rank of the folded name among those of the frozen documents; see `Table`. */
  name: Float64Array,
  category: Uint32Array,
  /** 1 when its owner has it not checked. */
  optedOut: Uint8Array,
  /** The declared network, as a set of one chain. */
  network: Uint32Array,
  /** 1 when the row holds an observation, 0 when nothing was observed yet. */
  observed: Uint8Array,
  status: Uint8Array,
  state: Uint8Array,
  /** The declared currency. */
  listedCurrency: Uint32Array,
  /** The two halves of the declared price, an `ExactPrice`. */
  listedHigh: Float64Array,
  listedLow: Float64Array,
  /** The currency that a buyer is asked for: the live one where that differs from the declared one. */
  currency: Uint32Array,
  chains: Uint32Array,
  /** The price that a buyer is asked for, likewise. */
  priceHigh: Float64Array,
  priceLow: Float64Array,
  /** The place in `priceSteps` of the first step that is not below the price. */
  priceStep: Uint8Array,
  trustScore: Uint8Array,
  /** Percent over the last 30 days; 0 where nothing was measured. */
  uptime: Float64Array,
  /** How many were counted. */
  payments: Uint32Array,
  /** Milliseconds since 1970. */
  createdAt: Float64Array,
  /** -1 when the service declares none. */
  freeQuota: Float64Array,
  /** As `digestOf` gives it. */
  digest: Float64Array,
  /** The key of the text that says what the service means; see `meaningKey`. */
  text: Float64Array,
  /** The row of that text's vector, plus one; 0 while it has none. */
  vector: Uint32Array,
} as const;

export type ColumnName = keyof typeof types;
export type Columns = { readonly [Name in ColumnName]: InstanceType<(typeof types)[Name]> };

type Column = Columns[ColumnName];

export const columnNames: readonly ColumnName[] = [
  'alive',
  'name',
  'category',
  'optedOut',
  'network',
  'observed',
  'status',
  'state',
  'listedCurrency',
  'listedHigh',
  'listedLow',
  'currency',
  'chains',
  'priceHigh',
  'priceLow',
  'priceStep',
  'trustScore',
  'uptime',
  'payments',
  'createdAt',
  'freeQuota',
  'digest',
  'text',
  'vector',
];

/** Columns that come from observation, and change while texts stay. */
export const observedColumns: readonly ColumnName[] = [
  'observed',
  'status',
  'state',
  'currency',
  'chains',
  'priceHigh',
  'priceLow',
  'priceStep',
  'trustScore',
  'uptime',
  'payments',
];

/** Columns that are saved. The other is filled in from the vectors. */
export const savedColumns: readonly ColumnName[] = columnNames.filter((name) => name !== 'vector');

export function makeColumns(capacity: number): Columns {
  return {
    alive: new types.alive(capacity),
    name: new types.name(capacity),
    category: new types.category(capacity),
    optedOut: new types.optedOut(capacity),
    network: new types.network(capacity),
    observed: new types.observed(capacity),
    status: new types.status(capacity),
    state: new types.state(capacity),
    listedCurrency: new types.listedCurrency(capacity),
    listedHigh: new types.listedHigh(capacity),
    listedLow: new types.listedLow(capacity),
    currency: new types.currency(capacity),
    chains: new types.chains(capacity),
    priceHigh: new types.priceHigh(capacity),
    priceLow: new types.priceLow(capacity),
    priceStep: new types.priceStep(capacity),
    trustScore: new types.trustScore(capacity),
    uptime: new types.uptime(capacity),
    payments: new types.payments(capacity),
    createdAt: new types.createdAt(capacity),
    freeQuota: new types.freeQuota(capacity),
    digest: new types.digest(capacity),
    text: new types.text(capacity),
    vector: new types.vector(capacity),
  };
}

/** A copy of the columns with room for more documents. */
export function growColumns(columns: Columns, capacity: number): Columns {
  const larger = makeColumns(capacity);
  for (const name of columnNames) larger[name].set(columns[name]);
  return larger;
}

/** Copies rows of one column into another, in the order of `documents`: `count` of them, from row `start` of the new column on. */
export function gather(
  from: Column,
  documents: Uint32Array,
  into: Column,
  start = 0,
  count = documents.length,
): void {
  const end = Math.min(start + count, documents.length);
  for (let i = start; i < end; i += 1) into[i] = from[documents[i] ?? 0] ?? 0;
}
