import type { FieldProblem } from '../domain/field-problem.ts';
import type { ReadQuestion } from '../live/filterable-changes.ts';
import { webhookProblem } from '../webhooks/webhook-request.ts';
import {
  FacetParameters,
  knownParameters,
  ListParameters,
  type Read,
  readParameters,
  toQuestion,
} from './parameters.ts';

/** Reads filters of the list as a query string, and gives them in one spelling. Order and page say nothing about a change, and are dropped. */
export function readChangeQuery(text: string): Read<string> {
  const given = new URLSearchParams(text);
  const unknown = [...new Set(given.keys())].filter((name) => !Object.hasOwn(ListParameters.shape, name));
  if (unknown.length > 0) {
    return { problems: unknown.map((value) => webhookProblem('filter_unknown', ['query'], { value })) };
  }

  const filters = knownParameters(FacetParameters, given);
  const read = readParameters(FacetParameters, filters);
  return 'problems' in read ? { problems: read.problems.map(inQuery) } : { value: filters.toString() };
}

/** The question of a webhook's filters. They were read when it was made, but a later version may know some of them no more: it finds nothing then. */
export const changeQuestion: ReadQuestion = async (query, asked) => {
  const read = readParameters(FacetParameters, new URLSearchParams(query));

  return 'problems' in read ? { among: new Set() } : toQuestion(read.value, asked);
};

/** The sentence names the parameter. */
function inQuery(problem: FieldProblem): FieldProblem {
  return { ...problem, pointer: '/query' };
}
