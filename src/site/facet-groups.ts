import { chainKey } from '../domain/network.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Facets } from '../search/search.ts';
import { isChosen, paidValue, searchPath, type SearchValues, toggled } from './search-request.ts';
import { stateWords } from './status-words.ts';
import { networkTitle } from './understood.ts';

/** A link that adds or removes a filter, with the number of services that the filter leaves. */
export interface FacetLink {
  /** The id of its element, by which a script finds it again in new results. */
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

/** What the filter for services with counted payments is called. */
export const paidLabel = 'Paid for';

type ListName = 'category' | 'chain' | 'state';

/** All ways to narrow a list. Leaves out values that no service has, unless the visitor chose them. */
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
  const { state, price, paid, chain, category } = facets;

  return [
    {
      name: 'Status',
      links: state.map(({ id, count }) => link('state', id, stateWords[id].label, count)),
    },
    { name: 'Price per request', links: priceLinks(price, values) },
    { name: 'Payments', links: [paidLink(paid, values)] },
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

/** Accumulates the counts of the steps, since a price limit keeps all services below it. */
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

function paidLink(count: number, values: SearchValues): FacetLink {
  const chosen = values.paid === paidValue;

  return {
    id: elementId('paid', paidValue),
    label: paidLabel,
    count,
    href: searchPath({ ...values, paid: chosen ? '' : paidValue }),
    isChosen: chosen,
  };
}

/** An id without the punctuation of chain ids and prices. */
function elementId(name: string, value: string): string {
  return `facet-${name}-${value}`.replace(/[^\w-]/g, '-');
}
