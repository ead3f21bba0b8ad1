import type { Assets } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { shortestDecimal } from '../domain/decimal.ts';
import { chainKey } from '../domain/network.ts';
import type { Entry } from '../domain/snapshot.ts';
import { stateOf } from '../domain/state.ts';
import { type ArdSite, namespaces, serviceType } from '../views/ard-entry.ts';
import { readIdentifier, serviceIdentifier } from '../views/ard-identifier.ts';
import { type AskedTerms, askedTerms } from '../views/asked-terms.ts';
import { allTags } from '../domain/tag.ts';

/** Something of an entry that one can filter and count by. */
export interface ArdField {
  /** How clients write it. */
  readonly path: string;
  /** As the entry has them, each once. */
  readonly values: (entry: Entry) => readonly string[];
  /** The same for all spellings of one value. */
  readonly keyOf: (value: string) => string;
  /** Whether it is worth counting by: many entries share a value. */
  readonly isCounted: boolean;
}

/** Terms without a prefix: https://agenticresourcediscovery.org/ns# */
const base = 'https://agenticresourcediscovery.org/ns#';

/** The fields of the entries of a catalog. */
export class ArdFields {
  readonly #byTerm: ReadonlyMap<string, ArdField>;

  constructor(site: ArdSite) {
    const fields = fieldsOf(site);
    this.#byTerm = new Map(fields.map((field) => [termOf(field.path), field]));
  }

  /** By the IRI of a term, as `termIn` gives it. */
  find(term: string): ArdField | undefined {
    return this.#byTerm.get(term);
  }

  /** The paths to filter by, or only those that are worth counting by. */
  paths(use: 'filter' | 'facet'): string[] {
    const fields = [...this.#byTerm.values()];

    return fields.filter(({ isCounted }) => use === 'filter' || isCounted).map(({ path }) => path);
  }
}

/** The prefixes and terms that a query binds, by name. */
export type QueryContext = ReadonlyMap<string, string>;

/**
 * The IRI of a path: that of its first segment, and the rest as it is. A prefix that the query leaves unbound stands for what the entries
 * of this catalog bind it to.
 */
export function termIn(path: string, context: QueryContext): string {
  const bound = context.get(path);
  if (bound !== undefined) return bound;

  const colon = path.indexOf(':');
  if (colon === -1) return base + path;

  const prefix = path.slice(0, colon);
  const namespace = context.get(prefix) ?? ownNamespaces.get(prefix);
  return namespace === undefined ? path : namespace + path.slice(colon + 1);
}

const ownNamespaces: ReadonlyMap<string, string> = new Map(Object.entries(namespaces));

function termOf(path: string): string {
  return termIn(path, new Map());
}

function fieldsOf({ publisher, assets }: ArdSite): ArdField[] {
  const terms = termsReader(assets);
  const uncounted = { isCounted: false };

  return [
    field('identifier', ({ declared }) => [serviceIdentifier(publisher, declared.id)], {
      ...uncounted,
      keyOf: (text) => readIdentifier(text) ?? text,
    }),
    field('displayName', ({ declared }) => [declared.name], uncounted),
    field('type', () => [serviceType]),
    field('publisher', () => [publisher.domain]),
    field('pay:protocol', () => ['x402']),
    field('tags', ({ declared }) => allTags(declared)),
    field('pay:price', (entry) => given(terms(entry).price), { keyOf: shortestDecimal }),
    field('pay:currency', (entry) => given(terms(entry).currency), { keyOf: currencyOf }),
    field('pay:network', (entry) => terms(entry).networks, { keyOf: chainKey }),
    field('metadata.endpoint', ({ declared }) => [declared.endpoint], uncounted),
    field('metadata.status', ({ observed }) => [observed.status]),
    field('metadata.state', (entry) => [stateOf(entry)]),
    field('metadata.trustScore', ({ observed }) => [String(observed.trustScore)]),
    field('metadata.terms', (entry) => [terms(entry).source]),
  ];
}

/** Reads the terms of each entry once: that takes some microseconds, and filters ask for those of all entries. */
function termsReader(assets: Assets): (entry: Entry) => AskedTerms {
  const known = new WeakMap<Entry, AskedTerms>();

  return (entry) => {
    const before = known.get(entry);
    if (before) return before;

    const read = askedTerms(entry, assets);
    known.set(entry, read);
    return read;
  };
}

function field(
  path: string,
  values: ArdField['values'],
  further: Partial<Omit<ArdField, 'path' | 'values'>> = {},
): ArdField {
  return { path, values, keyOf: (value) => value, isCounted: true, ...further };
}

function given(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
