import { outcomeRules, type OutcomeRecord } from '../domain/outcome.ts';
import { printRecord } from '../outcomes/record.ts';
import { type Seller, standingOf } from '../outcomes/standing.ts';
import { bodyOf } from './body.ts';
import { outcomesView } from './outcomes.ts';

/**
 * What is exported of one service: a line for each record, in their order, and one with the summary that follows from them. `service` is undefined for
 * one that left the catalog: then nothing is summed up.
 */
export function outcomeLines(
  id: string,
  records: readonly OutcomeRecord[],
  service: Seller | undefined,
): string {
  const lines = records.map(printRecord);
  if (service) {
    const { summary } = standingOf(records, service);
    lines.push(JSON.stringify({ kind: 'summary', service: id, rules: outcomeRules, summary }));
  }

  return lines.map((line) => `${line}\n`).join('');
}

/** The first page of what buyers say of a service, as the server answers it. */
export function firstOutcomes(id: string, records: readonly OutcomeRecord[], service: Seller): string {
  return bodyOf(outcomesView(id, standingOf(records, service)));
}
