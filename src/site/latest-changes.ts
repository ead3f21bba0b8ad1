import { newServices, withdrawnServices } from '#texts/home.ts';
import { stateWords } from '#texts/status.ts';
import { dayMs } from '../domain/duration.ts';
import { type State, stateOf } from '../domain/state.ts';
import type { Entry } from '../domain/snapshot.ts';
import { servicePath } from './links.ts';
import { searchPath, type SearchValues } from './search-request.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** One kind of change, with the services that changed so in the last day, the latest first. */
export interface LatestChange {
  readonly kind: ChangeKind;
  /** The state that the services are in since; null where the change is another. */
  readonly state: State | null;
  readonly label: string;
  readonly count: number;
  /** The first of them. */
  readonly services: readonly { readonly name: string; readonly href: string }[];
  /** The list that holds all of them; null where there is none. */
  readonly href: string | null;
}

type ChangeKind = 'new' | 'price_differs' | 'terms_differ' | 'down' | 'withdrawn';

interface Kind {
  readonly label: string;
  readonly state: State | null;
  readonly list: Partial<SearchValues> | null;
}

const kinds: Readonly<Record<ChangeKind, Kind>> = {
  new: { label: newServices, state: null, list: { sortBy: 'createdAt' } },
  price_differs: ofState('price_differs'),
  terms_differ: ofState('terms_differ'),
  down: ofState('down'),
  withdrawn: { label: withdrawnServices, state: null, list: null },
};

function ofState(state: State): Kind {
  return { label: stateWords[state].label, state, list: { state: [state] } };
}

const namesShown = 4;

/** Something that happened to a service. */
interface Happening {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly name: string;
  readonly at: number;
}

/** What became of services in the last day; kinds of which there is none are left out. */
export function latestChanges({ snapshot, at }: Pick<SiteCatalog, 'snapshot' | 'at'>): LatestChange[] {
  const since = at.getTime() - dayMs;
  const removed = [...snapshot.tombstones()].map(({ id, name, deletedAt }): Happening => ({
    kind: 'withdrawn',
    id,
    name,
    at: Date.parse(deletedAt),
  }));
  const happenings = [...[...snapshot.entries()].flatMap(happeningsOf), ...removed].filter(
    (each) => each.at > since,
  );
  const byKind = Map.groupBy(happenings, ({ kind }) => kind);

  return (Object.keys(kinds) as ChangeKind[]).flatMap((kind) => {
    const all = (byKind.get(kind) ?? []).sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
    const { label, state, list } = kinds[kind];
    return all.length === 0
      ? []
      : [
          {
            kind,
            state,
            label,
            count: all.length,
            services: all.slice(0, namesShown).map(({ id, name }) => ({ name, href: servicePath(id) })),
            href: list && searchPath(list),
          },
        ];
  });
}

/** A service is new, and may have changed its state: for the worse only, since "verified" is what is expected. */
function happeningsOf(entry: Entry): Happening[] {
  const { id, name, createdAt } = entry.declared;
  const { since } = entry.observed.facts.standing;
  const state = stateOf(entry);
  const created: Happening = { kind: 'new', id, name, at: Date.parse(createdAt) };
  const isWorse = state === 'price_differs' || state === 'terms_differ' || state === 'down';

  return isWorse && since !== null ? [created, { kind: state, id, name, at: since.getTime() }] : [created];
}
