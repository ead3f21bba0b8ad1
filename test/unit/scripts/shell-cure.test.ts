import { describe, expect, it } from 'vitest';
import { shellDetail } from '../../../scripts/tollbook/shell-cure.ts';
import { type ProblemCode, problems } from '../../../src/views/problem.ts';

/** The refusals of what the command asks: to search, to show, to validate and to register. */
const codes = [
  'parameter_invalid',
  'service_unknown',
  'service_deleted',
  'validation_invalid',
  'registration_invalid',
  'unauthorized',
  'scope_missing',
  'owner_blocked',
  'host_blocked',
  'endpoint_listed',
  'endpoint_reserved',
  'too_many_unverified',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'body_not_json',
  'body_too_large',
  'too_many_requests',
  'commit_failed',
  'commit_unsettled',
  'unavailable',
] as const satisfies readonly ProblemCode[];

describe('the cure of a refusal, in a shell', () => {
  it.each(codes)('names no other request to send: %s', (code) => {
    const { title, cure } = problems[code];
    const said = shellDetail({ code, title, detail: `${title}. ${cure}` });

    expect(said.startsWith(`${title}. `)).toBe(true);
    expect(said.slice(title.length)).not.toMatch(
      /\b(?:GET|POST|PATCH|DELETE|Retry-After|dryRun|parameter)\b|`/,
    );
  });

  it('leaves what the server says of this time alone', () => {
    const detail = 'There is no service "x".';

    expect(shellDetail({ code: 'service_unknown', title: 'No such service', detail })).toBe(detail);
  });

  it('leaves a code alone that it does not know', () => {
    const detail = 'Teapot. Brew.';

    expect(shellDetail({ code: 'teapot', title: 'Teapot', detail })).toBe(detail);
  });
});
