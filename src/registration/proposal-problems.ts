import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import { serviceId, tagOf } from '../domain/service-id.ts';
import type { Tombstone } from '../domain/tombstone.ts';

/** What a proposed change of the files does to one service. */
export type ProposedChange =
  | { readonly kind: 'added'; readonly service: DeclaredService }
  | { readonly kind: 'changed'; readonly service: DeclaredService; readonly was: DeclaredService }
  | { readonly kind: 'removed'; readonly was: DeclaredService };

/** Services with the same name and endpoint, one after the other; more are not expected in one catalog. */
const mostRounds = 100;

/** What only the API writes: who owns a service, and why. */
const ofOwnership = ['owner', 'repository', 'proof', 'transfer'] as const;

/**
 * Why somebody may not propose a change in a pull request; `author` is the owner who proposes it, as far as that is known. These rules are
 * about changes: a file that is in git already is judged by its content alone.
 */
export function proposalProblems(
  change: ProposedChange,
  removed: Tombstone | undefined,
  author: string | undefined,
): FieldProblem[] {
  if (change.kind === 'removed') return strangerProblems(change.was, author);
  if (change.kind === 'changed') {
    return [...strangerProblems(change.was, author), ...ownershipProblems(change.was, change.service)];
  }
  const { service } = change;
  if (removed) return strangerProblems(removed.service ?? removed, author);

  return [...idProblems(service), ...ownershipProblems({ owner: author }, service)];
}

function strangerProblems(
  { owner, maintainers = [] }: Pick<DeclaredService, 'owner' | 'maintainers'>,
  author: string | undefined,
): FieldProblem[] {
  const isOwn =
    owner === undefined || owner === author || (author !== undefined && maintainers.includes(author));

  return isOwn ? [] : [fieldProblem('not_its_owner', [], { expected: owner, value: author ?? 'unknown' })];
}

/** A new service may name its author as the owner. */
function ownershipProblems(was: Partial<DeclaredService>, is: DeclaredService): FieldProblem[] {
  return ofOwnership
    .filter((name) => is[name] !== undefined && JSON.stringify(is[name]) !== JSON.stringify(was[name]))
    .map((name) => fieldProblem('ownership_by_hand', [name]));
}

/** The id of a new service follows from its endpoint. */
function idProblems({ id, name, endpoint }: DeclaredService): FieldProblem[] {
  const rounds = Array.from({ length: mostRounds }, (_, i) => tagOf(serviceId(name, endpoint, i + 1)));
  const [expected = ''] = rounds;

  return rounds.includes(tagOf(id))
    ? []
    : [fieldProblem('id_not_of_endpoint', ['id'], { value: id, expected })];
}
