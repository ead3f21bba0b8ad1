import { BoundedMap } from './bounded-map.ts';
import type { Waiting } from './host-queue.ts';
import type { Outcome } from './outcome.ts';
import { restUntil } from './retry-after.ts';

/** URLs whose wish to be left alone is kept in mind. Persons may ask about any URL, and long ones take room. */
const mostRests = { person: 10_000, pass: 100_000 } as const;

/**
 * Which URLs asked to be left alone, and until when. Only what answered rests: a host is often shared, and one of its paths could silence
 * the others. What persons were told is kept apart, for anybody can ask about any URL: it must not end the checks of a catalog.
 */
export class Rests {
  readonly #until: Readonly<Record<Waiting, BoundedMap<number>>> = {
    person: new BoundedMap(mostRests.person),
    pass: new BoundedMap(mostRests.pass),
  };
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Until when a URL wants to rest, as far as this one is concerned; a person also minds what a pass was told. */
  until(url: string, who: Waiting): Date | undefined {
    const key = keyOf(url);
    const told = who === 'person' ? [this.#until.person, this.#until.pass] : [this.#until.pass];
    const until = Math.max(...told.map((rests) => rests.get(key) ?? 0));

    return until > this.#now() ? new Date(until) : undefined;
  }

  /** Notes what some URLs, one of which led to the other, answered together. */
  note(urls: readonly string[], who: Waiting, outcome: Outcome): void {
    const until = restUntil(outcome, this.#now());

    for (const key of new Set(urls.map(keyOf))) {
      if (until === undefined) this.#until[who].delete(key);
      else this.#until[who].set(key, until);
    }
  }
}

function keyOf(url: string): string {
  const { origin, pathname } = new URL(url);

  return origin + pathname;
}
