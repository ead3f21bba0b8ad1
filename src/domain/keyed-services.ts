import { hostOf } from './endpoint-text.ts';
import type { ListedService } from './listed-service.ts';
import { payeesOf } from './payee.ts';
import { hashOf, type HashedItems } from './persistent-map.ts';
import { type Observed, unobserved } from './service.ts';

/**
 * The keys that services are found by, each read when somebody looks for one, so that opening a large catalog reads none. Holds no
 * observations but the wallets in them, since checks soon replace these.
 */
export class KeyedServices {
  readonly #services: readonly ListedService[];
  readonly #ids: Uint32Array;
  readonly #endpoints: Uint32Array;
  readonly #hosts: Uint32Array;
  readonly #owners = new ManyKeys();
  readonly #payees = new ManyKeys();
  /** The wallets of a service, by its place, where others than the declared ones were seen. */
  readonly #seenPayees = new Map<number, readonly string[]>();

  constructor(services: readonly ListedService[]) {
    this.#services = services;
    this.#ids = new Uint32Array(services.length);
    this.#endpoints = new Uint32Array(services.length);
    this.#hosts = new Uint32Array(services.length);
  }

  /** Every place must be set once. */
  set(place: number, service: ListedService, { facts }: Observed): void {
    const { id, endpoint, host, owner, payees } = service.keys;
    this.#ids[place] = id;
    this.#endpoints[place] = endpoint;
    this.#hosts[place] = host;
    if (owner !== undefined) this.#owners.add(place, [owner]);
    if (facts.furtherPayees.length === 0 && facts.offers.size === 0) {
      this.#payees.add(place, payees);
      return;
    }

    const seen = payeesOf(service.outline, facts);
    this.#seenPayees.set(place, seen);
    this.#payees.add(place, seen.map(hashOf));
  }

  /** These items, one for each service, by its id. */
  byId<Item>(items: readonly Item[]): HashedItems<Item> {
    return { hashes: this.#ids, keyAt: (place) => this.#idAt(place) ?? '', itemAt: (place) => items[place] };
  }

  get byEndpoint(): HashedItems<string> {
    return this.#byOne(this.#endpoints, ({ outline }) => outline.endpoint);
  }

  get byHost(): HashedItems<string> {
    return this.#byOne(this.#hosts, ({ outline }) => hostOf(outline.endpoint));
  }

  get byOwner(): HashedItems<string> {
    return this.#byMany(this.#owners, (place) => [this.#services[place]?.outline.owner ?? '']);
  }

  get byPayee(): HashedItems<string> {
    return this.#byMany(this.#payees, (place) => this.#seenPayees.get(place) ?? this.#declaredPayees(place));
  }

  #idAt(place: number): string | undefined {
    return this.#services[place]?.id;
  }

  #declaredPayees(place: number): readonly string[] {
    const service = this.#services[place];

    return service ? payeesOf(service.outline, unobserved.facts) : [];
  }

  #byOne(hashes: Uint32Array, keyOf: (service: ListedService) => string): HashedItems<string> {
    const keyAt = (place: number): string => {
      const service = this.#services[place];
      return service ? keyOf(service) : '';
    };

    return { hashes, keyAt, itemAt: (place) => this.#idAt(place) };
  }

  #byMany(keys: ManyKeys, keysAt: (place: number) => readonly string[]): HashedItems<string> {
    return {
      hashes: Uint32Array.from(keys.hashes),
      keyAt: (at) => keysAt(keys.places[at] ?? 0)[keys.turns[at] ?? 0] ?? '',
      itemAt: (at) => this.#idAt(keys.places[at] ?? 0),
    };
  }
}

/** Keys of which a service has any number. */
class ManyKeys {
  readonly hashes: number[] = [];
  readonly places: number[] = [];
  /** Which of its service's keys each is, from 0. */
  readonly turns: number[] = [];

  add(place: number, hashes: readonly number[]): void {
    for (let turn = 0; turn < hashes.length; turn += 1) {
      this.hashes.push(hashes[turn] ?? 0);
      this.places.push(place);
      this.turns.push(turn);
    }
  }
}
