import { percentText } from '../texts/formats.ts';
import { filterGroups, filterWords } from '#texts/search.ts';
import { stateWords } from '#texts/status.ts';
import { type TextFilter, textFilters } from '../domain/declared-fields.ts';
import { chainKey } from '../domain/network.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Facets } from '../search/search.ts';
import { chosenValue, isChosen, searchPath, type SearchValues, toggled } from './search-request.ts';
import { networkTitle } from './understood.ts';
import { categoryTitle } from '../texts/category-title.ts';

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

/** The group with the fields for a range of prices, which is always shown. */
export const priceGroup = filterGroups.price;

type ListName = 'category' | 'chain' | 'state' | TextFilter;

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
  const { state, price, paid, mainnet, currency, free, uptime, chain, category, texts } = facets;

  return [
    {
      name: filterGroups.status,
      links: state.map(({ id, count }) => link('state', id, stateWords[id].label, count)),
    },
    { name: priceGroup, links: priceLinks(price, values) },
    { name: filterGroups.currency, links: currencyLinks(currency, values) },
    { name: filterGroups.freeQuota, links: [switchLink('freeQuota', free, values)] },
    { name: filterGroups.uptime, links: uptimeLinks(uptime, values) },
    { name: filterGroups.delivered, links: deliveredLinks(facets.delivered, values) },
    { name: filterGroups.payments, links: [switchLink('paid', paid, values)] },
    {
      name: filterGroups.network,
      links: [
        switchLink('mainnet', mainnet, values),
        ...chain.map(({ id, count }) => link('chain', chainKey(id), networkTitle(id), count)),
      ],
    },
    {
      name: filterGroups.category,
      links: category.map(({ id, count }) =>
        link('category', id, categoryTitle(catalog.categoryName(id)), count),
      ),
    },
    ...textFilters.map((name) => ({
      name: filterGroups[name],
      links: texts[name].map(({ id, count }) => link(name, id, id, count)),
    })),
  ]
    .map(({ name, links }) => ({
      name,
      links: links.filter((each) => each.count > 0 || each.isChosen),
    }))
    .filter(({ name, links }) => links.length > 0 || name === priceGroup);
}

/** Accumulates the counts of the steps, since a price limit keeps all services below it. */
function priceLinks(steps: Facets['price'], values: SearchValues): FacetLink[] {
  let below = 0;

  return steps.flatMap(({ upTo, count }) => {
    below += count;
    if (upTo === null) return [];

    const chosen = values.maxPricePerRequest === upTo && values.minPricePerRequest === '';
    return [
      {
        id: elementId('price', upTo),
        label: filterWords.atMost({ price: upTo }),
        count: below,
        href: searchPath({ ...values, minPricePerRequest: '', maxPricePerRequest: chosen ? '' : upTo }),
        isChosen: chosen,
      },
    ];
  });
}

/** A choice between currencies; nothing to choose from where all prices are in one. */
function currencyLinks(counts: Facets['currency'], values: SearchValues): FacetLink[] {
  if (counts.length < 2 && values.currency === '') return [];

  return counts.map(({ id, count }) => oneLink('currency', id, id, count, values));
}

function uptimeLinks(steps: Facets['uptime'], values: SearchValues): FacetLink[] {
  return steps.map(({ atLeast, count }) => {
    const percent = String(atLeast);
    return oneLink('minUptime', percent, filterWords.uptimeLink({ percent: atLeast }), count, values);
  });
}

function deliveredLinks(steps: Facets['delivered'], values: SearchValues): FacetLink[] {
  return steps.map(({ atLeast, count }) => {
    const label = filterWords.delivered({ share: percentText(100 * atLeast) });
    return oneLink('delivered', String(atLeast), label, count, values);
  });
}

function switchLink(name: 'mainnet' | 'freeQuota' | 'paid', count: number, values: SearchValues): FacetLink {
  return oneLink(name, chosenValue, filterWords[name], count, values);
}

/** A link for a filter of one value: it sets the value, or removes it. */
function oneLink(
  name: 'currency' | 'minUptime' | 'delivered' | 'mainnet' | 'freeQuota' | 'paid',
  value: string,
  label: string,
  count: number,
  values: SearchValues,
): FacetLink {
  const chosen = values[name] === value;

  return {
    id: elementId(name, value),
    label,
    count,
    href: searchPath({ ...values, [name]: chosen ? '' : value }),
    isChosen: chosen,
  };
}

/** An id without the punctuation of chain ids and prices. */
function elementId(name: string, value: string): string {
  return `facet-${name}-${value}`.replace(/[^\w-]/g, '-');
}
