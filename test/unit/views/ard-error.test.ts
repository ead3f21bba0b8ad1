import { describe, expect, it } from 'vitest';
import { ardError } from '../../../src/views/ard-error.ts';
import { problems } from '../../../src/views/problem.ts';
import { ReadError } from '../../support/ard-reader.ts';

describe('a problem in the shape of ARD', () => {
  it.each(
    Object.entries(problems).map(([code, { status }]) => ({ code: code as keyof typeof problems, status })),
  )('has a code for the fault and a sentence with the cure: $code', ({ code, status }) => {
    const { errorCode, message } = ReadError.parse(ardError({ code }));

    expect(message).toBe(`${problems[code].title}. ${problems[code].cure}`);
    expect(errorCode === 'INTERNAL_ERROR').toBe(status >= 500);
  });

  it.each([
    ['unauthorized', 'UNAUTHENTICATED'],
    ['path_unknown', 'NOT_FOUND'],
    ['too_many_requests', 'RATE_LIMIT_EXCEEDED'],
    ['body_too_large', 'INVALID_ARGUMENT'],
    ['unavailable', 'INTERNAL_ERROR'],
  ] as const)('has the code that ARD gives to its status: %s', (code, errorCode) => {
    expect(ardError({ code }).errorCode).toBe(errorCode);
  });

  it('names each fault, and not more than five', () => {
    const errors = Array.from({ length: 9 }, (_, i) => ({
      pointer: '/a',
      code: 'a',
      detail: `fault ${String(i)}`,
    }));

    expect(ardError({ code: 'parameter_invalid', errors }).message).toBe(
      'fault 0. fault 1. fault 2. fault 3. fault 4.',
    );
  });
});
