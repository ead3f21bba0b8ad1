import { demandLabels } from '#texts/search.ts';
import { statusLabels } from '#texts/status.ts';
import { findNetwork } from '../domain/network.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { type DemandName, demandParts, type Reading } from '../search/intent/intent.ts';
import type { Topic } from '../search/intent/topic.ts';
import type { Constraints, Dropped } from '../search/search.ts';
import { conceptName } from '../texts/concept-name.ts';
import { alternatives } from '../texts/formats.ts';
import { amountText } from './price-words.ts';
import { categoryTitle } from '../texts/category-title.ts';

/** A demand that a sentence was understood to make, as a chip shows it. */
export interface Demand {
  /** The value of `ignore` that removes it. */
  readonly name: string;
  readonly label: string;
}

/** The demands behind some constraints, each with the label of its chip. */
export function demandsOf(constraints: Constraints, catalog: Pick<Snapshot, 'categoryName'>): Demand[] {
  return (Object.keys(demandParts) as DemandName[]).flatMap((name) => {
    const label = labels[name](constraints, catalog);

    return label === undefined ? [] : [{ name, label }];
  });
}

/** The value of `ignore` that removes the category that a text is probably about. */
const categoryName = 'category';
/** What stands before the label of a concept in `ignore`. */
const conceptMark = 'about:';
/** More are not shown, and so not removed by themselves. */
const maxConcepts = 4;

/** What a text is about, as far as it was understood: its concepts, then its category. Half a word is still only guessed at. */
export function subjectsOf(
  { topic, category, begun }: Reading,
  catalog: Pick<Snapshot, 'categoryName'>,
): Demand[] {
  if (begun !== undefined && isHalf(begun, topic)) return [];

  const labels = [...new Set(topic.concepts.map(({ concept }) => concept.label))].slice(0, maxConcepts);

  return [
    ...labels.map((label) => ({ name: conceptMark + label, label: conceptName(label) })),
    ...(category === undefined
      ? []
      : [{ name: categoryName, label: categoryTitle(catalog.categoryName(category)) }]),
  ];
}

function isHalf(begun: string, { words }: Topic): boolean {
  const meant = words.map((each) => each.meant ?? each.word);

  return !meant.includes(begun) && meant.some((word) => word.startsWith(begun));
}

/** What the visitor does not want understood. */
export function droppedBy(ignore: readonly string[]): Dropped {
  return {
    category: ignore.includes(categoryName),
    concepts: ignore.flatMap((name) =>
      name.startsWith(conceptMark) ? [name.slice(conceptMark.length)] : [],
    ),
  };
}

type Label = (constraints: Constraints, catalog: Pick<Snapshot, 'categoryName'>) => string | undefined;

const labels: Readonly<Record<DemandName, Label>> = {
  price: ({ minPrice, maxPrice, maxPriceExclusive, peg, currency }) => {
    const lowest = minPrice === undefined ? undefined : amountText(minPrice, currency ?? peg);
    if (maxPrice === undefined) return lowest && demandLabels.atLeast({ amount: lowest });

    const highest = amountText(maxPrice, currency ?? peg);
    if (lowest !== undefined) return demandLabels.between({ lowest, highest });
    return demandLabels[maxPriceExclusive ? 'under' : 'atMost']({ amount: highest });
  },
  chain: ({ chain }) => chain && demandLabels.on({ networks: alternatives(chain.map(networkTitle)) }),
  currency: ({ currency }) => currency && demandLabels.paidIn({ currency }),
  status: ({ status }) => status && statusLabels[status].toLowerCase(),
  free: ({ freeQuota }) => {
    if (freeQuota === undefined) return undefined;
    return freeQuota === true ? demandLabels.someFree : demandLabels.free({ requests: freeQuota });
  },
  trust: ({ minTrustScore }) =>
    minTrustScore === undefined ? undefined : demandLabels.trust({ score: minTrustScore }),
  order: ({ sortBy, sortOrder }) =>
    sortBy &&
    (sortBy === 'price' && sortOrder === 'desc' ? demandLabels.mostExpensive : demandLabels.order[sortBy]),
  without: ({ excludes }, catalog) => {
    if (!excludes) return undefined;

    const { chain = [], category = [] } = excludes;
    const names = [
      ...chain.map(networkTitle),
      ...category.map((id) => categoryTitle(catalog.categoryName(id))),
    ];
    return demandLabels.not({ names: alternatives(names) });
  },
};

/** The title of a network; its id when it has none. */
export function networkTitle(id: string): string {
  return findNetwork(id)?.title ?? id;
}
