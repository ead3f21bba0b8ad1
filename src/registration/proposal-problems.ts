import { dayMs } from '../domain/duration.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import { serviceId, tagOf } from '../domain/service-id.ts';
import { printTombstone } from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { tombstoneReservingEndpoint } from './register.ts';
import { isOnlyMaintainer, isSameHost, maintainerOf } from './rights.ts';
import { replacementProblems, survivingProof } from './update.ts';

export type ProposedChange =
  | { readonly kind: 'added'; readonly service: DeclaredService }
  | { readonly kind: 'changed'; readonly service: DeclaredService; readonly was: DeclaredService }
  | { readonly kind: 'removed'; readonly was: DeclaredService };

/** A change that leaves a service listed. */
type Arrival = Exclude<ProposedChange, { readonly kind: 'removed' }>;

/** Services with the same name and endpoint, one after the other; more are not expected in one catalog. */
const maxRounds = 100;

/** The members that only the API writes: who owns a service, and why. */
const ofOwnership = ['owner', 'repository', 'proof', 'transfer'] as const;

/** What a proposed change is judged by, beside the service. */
export interface Proposal {
  /** The owner who proposes it, as far as that is known. */
  readonly author: string | undefined;
  readonly now: Date;
  /** The last service at an endpoint where the catalog lists none without the change. */
  readonly tombstoneAt: (endpoint: string) => Tombstone | undefined;
  /** A service of the catalog with the change. */
  readonly find: (id: string) => DeclaredService | undefined;
}

/**
 * Why somebody may not propose a change in a pull request; `removed` is what is left of the service. These rules are about changes: a file that
 * is in git already is judged by its content alone.
 */
export function proposalProblems(
  change: ProposedChange,
  removed: Tombstone | undefined,
  proposal: Proposal,
): FieldProblem[] {
  const { author } = proposal;
  if (change.kind === 'removed') return isFree(change.was, author) ? [] : [notItsOwner(change.was, author)];

  const { service } = change;
  const was = change.kind === 'changed' ? change.was : removed?.service;
  return [
    ...rightsProblems(change, removed, author),
    ...reservationProblems(change, removed, proposal),
    ...replacementProblems(
      service.deprecated?.replacement,
      was?.deprecated?.replacement,
      service,
      proposal.find,
    ),
    ...timeProblems(service, was, proposal),
  ];
}

function rightsProblems(
  change: Arrival,
  removed: Tombstone | undefined,
  author: string | undefined,
): FieldProblem[] {
  if (change.kind === 'changed') return changeProblems(change.was, change.service, author);

  return removed
    ? restorationProblems(removed, change.service, author)
    : additionProblems(change.service, author);
}

/** An endpoint is reserved for the owner of a removed service, as it is from registrations. Who may restore that one is another question. */
function reservationProblems(
  change: Arrival,
  removed: Tombstone | undefined,
  { author, now, tombstoneAt }: Proposal,
): FieldProblem[] {
  const { endpoint } = change.service;
  if (change.kind === 'changed' && change.was.endpoint === endpoint) return [];

  const by = author === undefined ? undefined : { owner: author };
  const reserving = tombstoneReservingEndpoint(by, endpoint, { tombstoneAt }, now);
  return reserving && reserving.id !== removed?.id
    ? [fieldProblem('endpoint_reserved', ['endpoint'], { expected: reserving.id })]
    : [];
}

/** Contributors write times by hand, and some the time of their clock on the wall. */
const maxAheadMs = dayMs;

/** A time far ahead would stay: every later change is dated after it. */
function timeProblems(
  { createdAt, updatedAt }: DeclaredService,
  was: DeclaredService | undefined,
  { now }: Proposal,
): FieldProblem[] {
  const ahead = Object.entries({ createdAt, updatedAt })
    .filter(([, time]) => Date.parse(time) > now.getTime() + maxAheadMs)
    .map(([name, value]) => fieldProblem('time_ahead', [name], { value }));
  const isKept = was === undefined || was.createdAt === createdAt;

  return isKept
    ? ahead
    : [...ahead, fieldProblem('created_at_changed', ['createdAt'], { expected: was.createdAt })];
}

/** Why a tombstone may not become another one, or go: they are written by the server alone, after a removal or a restoration. */
export function tombstoneProblems(
  was: Tombstone | undefined,
  is: Tombstone | undefined,
  isListed: boolean,
): FieldProblem[] {
  const isSame = was && is && printTombstone(was) === printTombstone(is);
  const isRestored = !is && isListed;

  return isSame || isRestored ? [] : [fieldProblem('tombstone_by_hand', [])];
}

function changeProblems(
  was: DeclaredService,
  is: DeclaredService,
  author: string | undefined,
): FieldProblem[] {
  if (isFree(was, author)) return [...endedProof(was, is), ...ownershipProblems(was, is, author)];
  const isMaintainer = author !== undefined && isOnlyMaintainer({ owner: author }, was);
  if (!isMaintainer) return [notItsOwner(was, author)];

  const isElsewhere = !isSameHost(is.endpoint, was.endpoint);
  return [
    ...(isElsewhere
      ? [fieldProblem('ownership_by_hand', ['endpoint'], { name: 'the host of endpoint' })]
      : []),
    ...ownershipProblems(was, is, author),
  ];
}

/** The server ends a proof with what it rested on. By hand, that takes leaving it out. */
function endedProof(was: DeclaredService, is: DeclaredService): FieldProblem[] {
  const isLeft = is.proof !== undefined && JSON.stringify(is.proof) === JSON.stringify(was.proof);

  return isLeft && survivingProof(was, is) === undefined ? [fieldProblem('proof_ended', ['proof'])] : [];
}

/** A new service may name its author as the owner. */
function additionProblems(is: DeclaredService, author: string | undefined): FieldProblem[] {
  const was = author === undefined || is.owner !== author ? {} : { owner: author };

  return [...idProblems(is), ...ownershipProblems(was, is, author)];
}

function restorationProblems(
  removed: Tombstone,
  is: DeclaredService,
  author: string | undefined,
): FieldProblem[] {
  if (removed.byOperator) return [fieldProblem('removed_by_operator', [])];
  const was = removed.service ?? { owner: removed.owner };

  return isFree(was, author) ? ownershipProblems(was, is, author) : [notItsOwner(was, author)];
}

type Owned = Pick<DeclaredService, 'owner'>;

function isFree({ owner }: Owned, author: string | undefined): boolean {
  return owner === undefined || owner === author;
}

function notItsOwner({ owner }: Owned, author: string | undefined): FieldProblem {
  return fieldProblem('not_its_owner', [], { expected: owner, value: author ?? 'unknown' });
}

/** Only an owner may give up what the API wrote, and say who else may change its service. `updatedBy` names changes by others. */
function ownershipProblems(
  was: Partial<DeclaredService>,
  is: DeclaredService,
  author: string | undefined,
): FieldProblem[] {
  const isOwner = author !== undefined && was.owner === author;
  const names = isOwner ? ofOwnership : ([...ofOwnership, 'maintainers'] as const);

  const byHand = names
    .filter((name) => is[name] !== undefined || !isOwner)
    .filter((name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]))
    .map((name) => fieldProblem('ownership_by_hand', [name]));
  const expected = author === undefined ? undefined : maintainerOf({ owner: author }, was);
  return is.updatedBy === expected
    ? byHand
    : [...byHand, fieldProblem('updated_by_wrong', ['updatedBy'], { expected })];
}

/** The id of a new service follows from its endpoint. */
function idProblems({ id, name, endpoint }: DeclaredService): FieldProblem[] {
  const rounds = Array.from({ length: maxRounds }, (_, i) => tagOf(serviceId(name, endpoint, i + 1)));
  const [expected = ''] = rounds;

  return rounds.includes(tagOf(id))
    ? []
    : [fieldProblem('id_not_of_endpoint', ['id'], { value: id, expected })];
}
