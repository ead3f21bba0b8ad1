import { z } from 'zod';
import { type Problem, problems } from './problem.ts';

/** The codes of refusals by ARD, Appendix B. */
const errorCodes = [
  'INVALID_ARGUMENT',
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
] as const;

/** A refusal in the shape of ARD. */
export const ArdError = z.strictObject({
  errorCode: z.enum(errorCodes),
  message: z.string().meta({ description: 'What happened this time, and what to do.' }),
});
export type ArdError = z.infer<typeof ArdError>;

/** How many faults of one request a message names. */
const maxFaults = 5;

/** A problem in the shape of ARD. The status stays as it is, also where ARD has no code for it: the code then says whose fault it is. */
export function ardError({ code, detail, errors = [] }: Problem): ArdError {
  const { status, title, cure } = problems[code];
  const faults = errors.slice(0, maxFaults).map((fault) => fault.detail);

  return {
    errorCode: errorCodeOf(status),
    message: faults.length > 0 ? `${faults.join('. ')}.` : (detail ?? `${title}. ${cure}`),
  };
}

function errorCodeOf(status: number): ArdError['errorCode'] {
  if (status === 401) return 'UNAUTHENTICATED';
  if (status === 404) return 'NOT_FOUND';
  if (status === 429) return 'RATE_LIMIT_EXCEEDED';
  return status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL_ERROR';
}
