import { type RegistrationRequest, registrationRequest } from '../domain/declaration.ts';
import { type Actor, isSelfMade } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';
import { serviceId } from '../domain/service-id.ts';
import { checkService } from '../domain/service-rules.ts';
import { unobservedEntry } from '../domain/snapshot.ts';
import { restorableUntil, type Tombstone } from '../domain/tombstone.ts';
import { hostOf } from '../domain/endpoint-url.ts';
import type { BatchAct, RegisterAct, RowOutcome } from './act.ts';
import { type Decision, type Rules, unchanged } from './decision.ts';
import { type Listings, tooManyUnverified } from './listings.ts';
import { forbidden } from './rights.ts';

export function register(
  { input, by, times, room }: RegisterAct,
  catalog: Listings,
  { policy, now }: Rules,
): Decision<RowOutcome> {
  const checked = checkService(registrationRequest(policy), input, catalog);
  if ('problems' in checked) return unchanged({ kind: 'refused', problems: checked.problems });

  const request = checked.value;
  const [firstId, id] = idsFor(request, catalog);
  const listed = catalog.idAt(request.endpoint) ?? (catalog.isRejected(firstId) ? firstId : undefined);
  if (listed !== undefined) return unchanged({ kind: 'listed', id: listed, request });
  const tombstone = tombstoneReservingEndpoint(by, request.endpoint, catalog, now);
  if (tombstone) return unchanged({ kind: 'reserved', tombstone });
  const tooMany = by && tooManyUnverified(by.owner, request.endpoint, catalog);
  if (tooMany) return unchanged(tooMany);
  if (room && room.left <= 0) return unchanged({ kind: 'too_many_today', room });

  const at = now.toISOString();
  const service = { id, ...request, ...ownerOf(by), ...(times ?? { createdAt: at, updatedAt: at }) };
  return { outcome: { kind: 'created', entry: unobservedEntry(service) }, put: [service], buried: [] };
}

/** Lists several new services, each in the catalog that those before it leave. */
export function registerAll({ inputs, by, room }: BatchAct, catalog: Listings, rules: Rules): Decision {
  const put: DeclaredService[] = [];
  const draft = draftOf(catalog);
  const rows = inputs.map((input) => {
    const left = room && { ...room, left: room.left - put.length };
    const decision = register({ kind: 'register', input, by, room: left }, draft.listings, rules);
    for (const service of decision.put) draft.put(service);
    put.push(...decision.put);
    return decision.outcome;
  });

  return { outcome: { kind: 'batch', rows }, put, buried: [] };
}

/** The removed service whose owner alone may list its endpoint for some time; that is nobody where the operator removed it. */
export function tombstoneReservingEndpoint(
  by: Actor | undefined,
  endpoint: string,
  catalog: Pick<Listings, 'tombstoneAt'>,
  now: Date,
): Tombstone | undefined {
  const tombstone = catalog.tombstoneAt(endpoint);
  if (!tombstone || now > restorableUntil(tombstone)) return undefined;
  if (tombstone.byOperator) return tombstone;

  const isItsOwn = by !== undefined && forbidden(by, tombstone.service ?? tombstone) === undefined;
  return tombstone.owner === undefined || isItsOwn ? undefined : tombstone;
}

function ownerOf(by: Actor | undefined): Pick<DeclaredService, 'owner' | 'repository'> {
  return by ? { owner: by.owner, ...(by.repository === undefined ? {} : { repository: by.repository }) } : {};
}

/** The first id that a service would get, and the first that no other ever had. */
export function idsFor(
  { name, endpoint }: Pick<RegistrationRequest, 'name' | 'endpoint'>,
  catalog: Listings,
): [first: string, free: string] {
  const first = serviceId(name, endpoint);
  let id = first;
  for (let round = 2; isTaken(id, catalog); round += 1) id = serviceId(name, endpoint, round);
  return [first, id];
}

function isTaken(id: string, catalog: Listings): boolean {
  return catalog.find(id) !== undefined || catalog.wasRemoved(id) || catalog.isRejected(id);
}

/** A catalog to which services are added one by one. A snapshot for each of hundreds would take seconds. */
interface Draft {
  readonly listings: Listings;
  /** Adds a service, lists a removed one again, or replaces one whose endpoint stays. */
  put(service: DeclaredService): void;
}

export function draftOf(catalog: Listings): Draft {
  const put = new Map<string, DeclaredService>();
  const idByEndpoint = new Map<string, string>();
  const ofOwner = new Tally((owner) => catalog.unverified(owner));
  const atHost = new Tally((host) => catalog.unverifiedAt(host));

  return {
    listings: {
      ...catalog,
      find(id) {
        const declared = put.get(id);
        return declared ? unobservedEntry(declared) : catalog.find(id);
      },
      idAt: (endpoint) => idByEndpoint.get(endpoint) ?? catalog.idAt(endpoint),
      tombstone: (id) => (put.has(id) ? undefined : catalog.tombstone(id)),
      tombstoneAt: (endpoint) => (idByEndpoint.has(endpoint) ? undefined : catalog.tombstoneAt(endpoint)),
      unverified: (owner) => ofOwner.of(owner),
      unverifiedAt: (host) => atHost.of(host),
    },
    put(service) {
      const { id, endpoint, owner } = service;
      const isNew = !put.has(id) && catalog.find(id) === undefined;
      if (isNew && owner !== undefined && isSelfMade(owner)) {
        ofOwner.add(owner);
        atHost.add(hostOf(endpoint));
      }
      put.set(id, service);
      idByEndpoint.set(endpoint, id);
    },
  };
}

/** Counts that go on from those of a catalog. */
class Tally {
  readonly #before: (name: string) => number;
  readonly #counts = new Map<string, number>();

  constructor(before: (name: string) => number) {
    this.#before = before;
  }

  of(name: string): number {
    const known = this.#counts.get(name) ?? this.#before(name);
    this.#counts.set(name, known);
    return known;
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }
}
