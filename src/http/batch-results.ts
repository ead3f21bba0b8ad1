import { z } from 'zod';
import type { RowOutcome } from '../registration/act.ts';
import { ProblemBody, problemBody, problems } from '../views/problem.ts';
import { Service, serviceView } from '../views/service.ts';
import { problemOf } from './refusal.ts';

/** The outcomes of the registrations of a batch, in their order. */
export const BatchResults = z.strictObject({
  results: z.array(
    z.union([
      z.strictObject({ status: z.literal(201), service: Service }),
      z.strictObject({
        status: z.int().meta({ description: 'The status that the registration alone would get.' }),
        problem: ProblemBody,
      }),
    ]),
  ),
});

export function batchResults(rows: readonly RowOutcome[], siteUrl: string): z.infer<typeof BatchResults> {
  return { results: rows.map((row) => resultOf(row, siteUrl)) };
}

function resultOf(row: RowOutcome, siteUrl: string): z.infer<typeof BatchResults>['results'][number] {
  if (row.kind === 'created') return { status: 201, service: serviceView(row.entry) };

  const problem = problemOf(row, 'registration_invalid');
  return {
    status: problems[problem.code].status,
    problem: ProblemBody.parse(problemBody(problem, siteUrl)),
  };
}
