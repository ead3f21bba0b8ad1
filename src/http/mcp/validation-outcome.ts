import { problems } from '../../views/problem.ts';
import type { Validation } from '../../views/validation.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { validateBody } from '../routes/validation.ts';
import { refusalOf } from './arguments.ts';
import type { Outcome } from './tool.ts';

/** Probes the endpoint that arguments name, as POST /api/validate does. */
export async function validationOutcome(
  given: unknown,
  dependencies: Pick<RouteDependencies, 'store' | 'validate' | 'endpointPolicy'>,
): Promise<Outcome<Validation>> {
  const found = await validateBody(given, dependencies);
  if ('validation' in found) return { answer: found.validation };

  const { code, errors } = found.problem;
  return errors ? refusalOf(errors) : { refusal: `${problems[code].title}. ${problems[code].cure}` };
}
