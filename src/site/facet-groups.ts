import { chainKey } from '../domain/network.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Facets } from '../search/search.ts';
import { isChosen, searchPath, type SearchValues, toggled } from './search-request.ts';
import { statusWords } from './status-words.ts';
import { networkTitle } from './understood.ts';

/** A filter that can be chosen or taken back, with how many services it leaves. */
export interface FacetLink {
  /** Of its element: by it a script finds it again in new results. */
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly href: string;
  readonly isChosen: boolean;
}

export interface FacetGroup {
  readonly name: string;
  readonly links: readonly FacetLink[];
}

type ListName = 'category' | 'chain' | 'status';

/** Every way to narrow a list. A kind that no service is of is left out, unless it was chosen. */
export function facetGroups(
  facets: Facets,
  values: SearchValues,
  catalog: Pick<Snapshot, 'categoryName'>,
): FacetGroup[] {
  const link = (name: ListName, value: string, label: string, count: number): FacetLink => ({
    id: elementId(name, value),
    label,
    count,
    href: searchPath(toggled(values, name, value)),
    isChosen: isChosen(values, name, value),
  });
  const { status, price, chain, category } = facets;

  return [
    {
      name: 'Status',
      links: status.map(({ id, count }) => link('status', id, statusWords[id].label, count)),
    },
    { name: 'Price per request', links: priceLinks(price, values) },
    {
      name: 'Network',
      links: chain.map(({ id, count }) => link('chain', chainKey(id), networkTitle(id), count)),
    },
    {
      name: 'Category',
      links: category.map(({ id, count }) => link('category', id, catalog.categoryName(id), count)),
    },
  ]
    .map(({ name, links }) => ({
      name,
      links: links.filter((each) => each.count > 0 || each.isChosen),
    }))
    .filter(({ links }) => links.length > 0);
}

/** Steps are counted one by one, but a highest price leaves all below it. */
function priceLinks(steps: Facets['price'], values: SearchValues): FacetLink[] {
  let below = 0;

  return steps.flatMap(({ upTo, count }) => {
    below += count;
    if (upTo === null) return [];

    const chosen = values.maxPricePerRequest === upTo;
    return [
      {
        id: elementId('price', upTo),
        label: `at most ${upTo}`,
        count: below,
        href: searchPath({ ...values, maxPricePerRequest: chosen ? '' : upTo }),
        isChosen: chosen,
      },
    ];
  });
}

/** Ids of chains and prices hold signs that an id of an element had better not. */
function elementId(name: string, value: string): string {
  return `facet-${name}-${value}`.replace(/[^\w-]/g, '-');
}
