import { newServices, withdrawnServices } from '#texts/home.ts';
import { stateWords } from '#texts/status.ts';
import { dayMs } from '../domain/duration.ts';
import { idOf } from '../domain/snapshot.ts';
import type { State } from '../domain/state.ts';
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

/** The services of one kind. */
interface Happened {
  readonly count: number;
  /** The latest, at most `namesShown`. */
  readonly latest: readonly { readonly id: string; readonly name: string }[];
}

/** What became of services in the last day; kinds of which there is none are left out. Reads the declarations only of those that it names. */
export async function latestChanges(
  catalog: Pick<SiteCatalog, 'snapshot' | 'search' | 'at'>,
): Promise<LatestChange[]> {
  const since = catalog.at.getTime() - dayMs;
  const all = (Object.keys(kinds) as ChangeKind[]).map(
    async (kind) => [kind, await happened(kind, since, catalog)] as const,
  );

  return (await Promise.all(all)).flatMap(([kind, { count, latest }]) => {
    if (count === 0) return [];

    const { label, state, list } = kinds[kind];
    const services = latest.map(({ id, name }) => ({ name, href: servicePath(id) }));
    return [{ kind, state, label, count, services, href: list && searchPath(list) }];
  });
}

async function happened(
  kind: ChangeKind,
  since: number,
  { snapshot, search }: Pick<SiteCatalog, 'snapshot' | 'search'>,
): Promise<Happened> {
  if (kind === 'new') {
    const { total, entries } = await search.list({
      ...{ createdAfter: since, sortBy: 'createdAt', limit: namesShown, offset: 0 },
    });
    return { count: total, latest: entries.map(({ declared }) => declared) };
  }
  if (kind === 'withdrawn') {
    return latestOf(
      [...snapshot.tombstones()],
      ({ deletedAt }) => Date.parse(deletedAt),
      ({ id }) => id,
      since,
    );
  }

  // Only for the worse, since "verified" is what is expected.
  const { count, latest } = latestOf(
    await search.matching({ states: [kind] }),
    ({ observed }) => observed.facts.standing.since?.getTime() ?? 0,
    idOf,
    since,
  );
  return { count, latest: latest.map(({ declared }) => declared) };
}

/** How many of some come after a time, and the latest of them; those of one time by id, so that the same catalog always names the same. */
function latestOf<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  idIn: (item: Item) => string,
  since: number,
): { readonly count: number; readonly latest: readonly Item[] } {
  const recent = items.filter((item) => timeOf(item) > since);
  recent.sort((a, b) => timeOf(b) - timeOf(a) || (idIn(a) < idIn(b) ? -1 : 1));

  return { count: recent.length, latest: recent.slice(0, namesShown) };
}
