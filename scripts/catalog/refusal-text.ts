import { printable, quoted } from '../../src/domain/plain-text.ts';
import { restorableUntil } from '../../src/domain/tombstone.ts';
import type { FieldProblem } from '../../src/domain/field-problem.ts';
import { type Done, problemOf } from '../../src/http/refusal.ts';
import type { Outcome } from '../../src/registration/act.ts';
import { problems } from '../../src/views/problem.ts';

/** The options of a command, by the pointers to the members that they give. */
export type GivenBy = Readonly<Record<string, string>>;

/** Why an act of the operator was refused, and its cure, in the words of a shell. */
export function refusalText(id: string, outcome: Exclude<Outcome, Done>, typed: GivenBy): string {
  switch (outcome.kind) {
    case 'refused':
      return ['nothing was changed; correct this:', ...outcome.problems.map(faultLine(typed))].join('\n');
    case 'unknown':
      return `there is no service ${quoted(id)}; its id is the name of its file in services/, without .json`;
    case 'gone':
      return `${id} was removed; npm run catalog -- restore ${id} lists it again`;
    case 'not_removed':
      return `${id} is listed, so there is nothing to restore`;
    case 'listed':
      return `the endpoint is listed already, as ${outcome.id}; give another endpoint, or change that service`;
    case 'reserved':
      return `the endpoint is reserved for the owner of ${outcome.tombstone.id}, which was removed, until ${restorableUntil(outcome.tombstone).toISOString()}; give another endpoint, or wait`;
    default:
      return problems[problemOf(outcome, 'declaration_invalid').code].title;
  }
}

/** Names the option before the rule that its value breaks; without one, the pointer to the member. */
export function faultLine(typed: GivenBy): (problem: Pick<FieldProblem, 'pointer' | 'detail'>) => string {
  const known = Object.entries(typed);

  return ({ pointer, detail }) => {
    const [, name = pointer] = known.find(([given]) => `${pointer}/`.startsWith(`${given}/`)) ?? [];
    return printable(`  ${[name, detail].filter(Boolean).join(': ')}`);
  };
}
