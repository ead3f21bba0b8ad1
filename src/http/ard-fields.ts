import { currencyOf } from '../domain/currency.ts';
import { shortestDecimal } from '../domain/decimal.ts';
import { chainKey } from '../domain/network.ts';
import type { Entry } from '../domain/snapshot.ts';
import { ArdMetadata, ardMetadata, type ArdSite, namespaces, serviceType } from '../views/ard-entry.ts';
import { readIdentifier, serviceIdentifier } from '../views/ard-identifier.ts';
import { type AskedTerms, askedTerms } from '../views/asked-terms.ts';

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

/** Members of the metadata that differ from one entry to the next. */
const single: ReadonlySet<string> = new Set(['endpoint', 'page', 'checkedAt', 'deprecated']);

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

function fieldsOf({ siteUrl, publisher, assets }: ArdSite): ArdField[] {
  // Many questions ask for the terms of all services, which take some microseconds each to read.
  const known = new WeakMap<Entry, AskedTerms>();
  const terms = (entry: Entry): AskedTerms => {
    const read = known.get(entry) ?? askedTerms(entry, assets);
    known.set(entry, read);
    return read;
  };
  const metadata = Object.keys(ArdMetadata.shape).map((name) =>
    field(`metadata.${name}`, (entry) => scalarIn(ardMetadata(entry, terms(entry), siteUrl), name), {
      isCounted: !single.has(name),
    }),
  );

  return [
    field('identifier', ({ declared }) => [serviceIdentifier(publisher, declared.id)], {
      isCounted: false,
      keyOf: (text) => readIdentifier(text) ?? text,
    }),
    field('displayName', ({ declared }) => [declared.name], { isCounted: false }),
    field('type', () => [serviceType]),
    field('publisher', () => [publisher.domain]),
    field('tags', ({ declared }) => [declared.category]),
    field('pay:protocol', () => ['x402']),
    field('pay:price', (entry) => given(terms(entry).price), { keyOf: shortestDecimal }),
    field('pay:currency', (entry) => given(terms(entry).currency), { keyOf: currencyOf }),
    field('pay:network', (entry) => terms(entry).networks, { keyOf: chainKey }),
    ...metadata,
  ];
}

function field(
  path: string,
  values: ArdField['values'],
  { keyOf = (value) => value, isCounted = true }: Partial<Omit<ArdField, 'path' | 'values'>> = {},
): ArdField {
  return { path, values, keyOf, isCounted };
}

/** A member of the metadata as a text; none where it is absent. */
function scalarIn(metadata: ArdMetadata, name: string): string[] {
  return Object.entries(metadata).flatMap(([own, value]) => (own === name ? [String(value)] : []));
}

function given(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
