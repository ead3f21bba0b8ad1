import { parseEndpoint } from '../domain/endpoint-url.ts';
import { printable } from '../domain/plain-text.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Rules } from '../registration/decision.ts';
import { draftOf } from '../registration/register.ts';
import { goneReason, type ImportOutcome, importListing, isInReach } from '../registration/import-listing.ts';
import type { Listings } from '../registration/listings.ts';
import { remove } from '../registration/remove.ts';
import type { ChooseCategory } from './choose-category.ts';
import type { Harvest } from './harvest.ts';
import { type LeftOut, leftOut } from './left-out.ts';
import type { Resource } from './read-resource.ts';
import { withoutQuery } from './request-of.ts';
import { withDistinctNames, type NamedResource } from './distinct-texts.ts';

/** What an import does to the catalog, and what it leaves as it is. */
export interface ImportPlan {
  readonly put: readonly DeclaredService[];
  readonly buried: readonly Tombstone[];
  /** Ids by what becomes of them. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly restored: readonly string[];
  /** How many listings are as the source has them already. */
  readonly same: number;
  readonly leftOut: readonly LeftOut[];
  /** Listings of earlier imports from this source that it lists no more. */
  readonly gone: readonly DeclaredService[];
  /** How many listings earlier imports from this source made, which are still its own. */
  readonly own: number;
}

interface Situation {
  readonly from: string;
  readonly catalog: Listings;
  readonly entries: Iterable<Entry>;
  readonly rules: Rules;
  readonly chooseCategory: ChooseCategory;
  readonly removesGone: boolean;
}

/** What becomes of one entry. */
type Row =
  | {
      readonly kind: 'added' | 'changed' | 'restored' | 'same';
      readonly id: string;
      readonly put: readonly DeclaredService[];
    }
  | { readonly kind: 'left_out'; readonly entry: LeftOut };

/** Decides for all that was read, by the rules for registrations, what becomes of it. */
export function planImportFrom(harvest: Harvest, situation: Situation): ImportPlan {
  const { from, catalog, rules, removesGone } = situation;
  const own = [...situation.entries]
    .map(({ declared }) => declared)
    .filter((service) => isInReach(service, from));
  const rows = rowsOf(harvest.resources, situation);
  const idsOf = (kind: Row['kind']): string[] =>
    rows.flatMap((row) => (row.kind === kind && row.kind !== 'left_out' ? [row.id] : []));
  const gone = harvest.cuts.length > 0 ? [] : goneOf(own, harvest, rules);
  const reason = goneReason(from);

  return {
    put: rows.flatMap((row) => (row.kind === 'left_out' ? [] : row.put)),
    buried: removesGone
      ? gone.flatMap(
          ({ id }) => remove({ kind: 'remove', id, by: 'operator', reason }, catalog, rules).buried,
        )
      : [],
    added: idsOf('added'),
    changed: idsOf('changed'),
    restored: idsOf('restored'),
    same: idsOf('same').length,
    leftOut: [...harvest.leftOut, ...rows.flatMap((row) => (row.kind === 'left_out' ? [row.entry] : []))],
    gone,
    own: own.length,
  };
}

function rowsOf(resources: readonly Resource[], { from, catalog, rules, chooseCategory }: Situation): Row[] {
  const draft = draftOf(catalog);
  const seen = new Set<string>();

  return withDistinctNames(resources).map((resource): Row => {
    const { endpoint } = resource;
    if (seen.has(endpoint)) {
      return { kind: 'left_out', entry: leftOut(endpoint, 'twice', { value: endpoint }) };
    }

    seen.add(endpoint);
    const input = inputOf(resource, chooseCategory(resource, categoryAt(endpoint, catalog)));
    const { outcome, put } = importListing({ input, from }, draft.listings, rules);
    for (const service of put) draft.put(service);
    return rowOf(endpoint, outcome, put, catalog);
  });
}

function rowOf(
  endpoint: string,
  outcome: ImportOutcome,
  put: readonly DeclaredService[],
  catalog: Listings,
): Row {
  switch (outcome.kind) {
    case 'created':
      return { kind: 'added', id: outcome.entry.declared.id, put };
    case 'changed': {
      const { id } = outcome.entry.declared;
      const kind = catalog.tombstone(id) ? 'restored' : put.length === 0 ? 'same' : 'changed';
      return { kind, id, put };
    }
    default:
      return { kind: 'left_out', entry: refusalOf(endpoint, outcome) };
  }
}

function refusalOf(
  resource: string,
  outcome: Exclude<ImportOutcome, { readonly kind: 'created' | 'changed' }>,
): LeftOut {
  switch (outcome.kind) {
    case 'listed':
      return leftOut(resource, 'listed', { value: outcome.id });
    case 'reserved':
      return leftOut(resource, 'reserved', { value: outcome.tombstone.id });
    case 'too_many_unverified':
    case 'too_many_today':
      throw new Error('an import has no owner whose services could be counted');
    case 'refused': {
      const [first] = outcome.problems;
      const detail = outcome.problems.map((problem) => problem.detail).join('; ');
      return { resource, code: first?.code ?? 'refused', detail: printable(detail, 1_000) };
    }
  }
}

/** The declaration of a resource, as a registration would give it. */
function inputOf(
  { name, description, endpoint, terms, offers, request, details }: NamedResource,
  category: string,
): object {
  return {
    ...{ name, description, endpoint, category, ...terms },
    ...(offers.length === 0 ? {} : { offers }),
    ...(request === undefined ? {} : { request }),
    ...details,
  };
}

/** The category of the listing at an endpoint, removed ones too. */
export function categoryAt(endpoint: string, catalog: Listings): string | undefined {
  const id = catalog.idAt(endpoint) ?? catalog.tombstoneAt(endpoint)?.id;
  if (id === undefined) return undefined;

  return (catalog.find(id)?.declared ?? catalog.tombstone(id)?.service)?.category;
}

/** The listings whose endpoint the source names no more. An entry that is only left out is not gone. */
function goneOf(own: readonly DeclaredService[], { urls }: Harvest, { policy }: Rules): DeclaredService[] {
  const named = new Set(
    [...urls].flatMap((url) => {
      const parsed = parseEndpoint(withoutQuery(url), policy);
      return 'endpoint' in parsed ? [parsed.endpoint] : [];
    }),
  );

  return own.filter(({ endpoint }) => !named.has(endpoint));
}
