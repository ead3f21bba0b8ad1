import type { Entry } from '../../domain/snapshot.ts';
import { sample, wordsOfEntry } from './vocabulary.ts';
import { costs, type Work } from '../index/work.ts';
import { englishStopWords } from '../lexicon/stop-words.ts';

/** A word that often stands in the same services as another. */
interface Associated {
  readonly word: string;
  /** 0 to 1. */
  readonly closeness: number;
}

export interface Associations {
  /** The words that stand with a word most, closest first. */
  near(word: string): readonly Associated[];
}

const sampleSize = 20_000;
/** Looks at no more services that hold a word than this. */
const mostServices = 200;
const fewestTogether = 3;
const mostNear = 6;
const leastClose = 0.45;

/** Which words stand together in the services of a catalog, by normalised pointwise mutual information. Computed for a word when it is asked for. */
export class CatalogAssociations implements Associations {
  readonly #services: (readonly string[])[] = [];
  readonly #holders = new Map<string, number[]>();
  readonly #known = new Map<string, readonly Associated[]>();

  static *learn(entries: readonly Entry[]): Work<CatalogAssociations> {
    const associations = new CatalogAssociations();
    for (const entry of sample(entries, sampleSize)) {
      associations.#read(entry);
      yield costs.readingTexts;
    }

    return associations;
  }

  near(word: string): readonly Associated[] {
    const known = this.#known.get(word) ?? this.#find(word);
    if (this.#known.size > 10_000) this.#known.clear();
    this.#known.set(word, known);
    return known;
  }

  #read(entry: Entry): void {
    const words = tellingWords(entry);
    const service = this.#services.push(words) - 1;
    for (const word of words) {
      const holders = this.#holders.get(word);
      if (holders) holders.push(service);
      else this.#holders.set(word, [service]);
    }
  }

  #find(word: string): readonly Associated[] {
    const holders = sample(this.#holders.get(word) ?? [], mostServices);
    const together = new Map<string, number>();
    for (const holder of holders) {
      for (const other of this.#services[holder] ?? []) together.set(other, (together.get(other) ?? 0) + 1);
    }

    return [...together]
      .filter(([other, count]) => other !== word && count >= fewestTogether)
      .map(([other, count]) => ({
        word: other,
        closeness: this.#closeness(other, count / holders.length, holders.length),
      }))
      .filter(({ closeness }) => closeness >= leastClose)
      .sort((a, b) => b.closeness - a.closeness || (a.word < b.word ? -1 : 1))
      .slice(0, mostNear);
  }

  /** How far above chance two words stand together: 1 when each always stands with the other. */
  #closeness(other: string, share: number, holders: number): number {
    const total = this.#services.length;
    const chance = (this.#holders.get(other)?.length ?? 0) / total;
    const both = (share * holders) / total;

    return Math.log(share / chance) / -Math.log(both);
  }
}

function tellingWords(entry: Entry): string[] {
  const words = wordsOfEntry(entry).filter(
    (word) => word.length > 2 && !englishStopWords.has(word) && !/^\d/.test(word),
  );

  return [...new Set(words)].slice(0, 60);
}
