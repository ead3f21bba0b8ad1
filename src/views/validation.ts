import { z } from 'zod';
import { Discovered } from '../domain/discovered.ts';
import { quoted } from '../domain/plain-text.ts';
import type { FieldComparison, Remark } from '../domain/payment-terms.ts';
import { Rail } from '../domain/rail.ts';
import { Verdict } from '../domain/verdict.ts';
import type { Examination } from '../verification/examine.ts';
import { railsOf, Terms, wildcardRemark } from './observed-terms.ts';

/** The result of probing an endpoint before registration: every check, with a cure where it failed. */
export const Validation = z.strictObject({
  valid: z.boolean().meta({ description: 'Whether every required check passed.' }),
  verdict: Verdict,
  checks: z.array(
    z.strictObject({
      check: z.string(),
      passed: z.boolean(),
      severity: z.enum(['required', 'advisory']),
      detail: z.string(),
      expected: z.string().optional(),
      actual: z.string().optional(),
      cure: z.string().optional(),
    }),
  ),
  terms: z.array(Terms),
  rails: z.array(Rail).meta({
    description: 'Every way to pay that the answer offers: those of `terms`, then those of MPP and L402.',
  }),
  discovered: z.optional(Discovered).meta({
    description:
      'What the seller’s own `/openapi.json` (with `x-payment-info`) or `/.well-known/x402` says of the endpoint, to begin a registration with. Where the live answer says otherwise, that counts.',
  }),
});
export type Validation = z.infer<typeof Validation>;

type ValidationCheck = Validation['checks'][number];

/**
 * Reports everything that a seller should know before registering, and a cure for each fault. `isWildcard` says whether a random path
 * that cannot exist also answered 402; undefined when no such path was probed.
 */
export function validationOf(
  examination: Examination,
  isWildcard: boolean | undefined,
  discovered?: Discovered,
): Validation {
  const checks = [
    ...requiredChecks(examination),
    ...fieldChecks(examination.fields),
    ...examination.remarks.map(remarkCheck),
    ...wildcardCheck(isWildcard),
  ];

  return {
    valid: checks.every(({ passed, severity }) => passed || severity === 'advisory'),
    verdict: examination.verdict,
    checks,
    terms: [...examination.terms],
    rails: railsOf(examination.terms, examination.rails),
    ...(discovered ? { discovered } : {}),
  };
}

/** Each step requires the one before it, so the list ends with the first failure. */
function requiredChecks(examination: Examination): ValidationCheck[] {
  const { verdict, httpStatus, detail, terms, rails } = examination;
  const isReached = verdict !== 'unreachable' && httpStatus !== null;
  const is402 = httpStatus === 402;
  const steps: [string, boolean, string, string][] = [
    [
      'reachable',
      isReached,
      'It gave an HTTP answer.',
      'Make the endpoint answer HTTPS requests from anywhere within 10 seconds.',
    ],
    [
      'returns_402',
      is402,
      'An unpaid request is answered with 402.',
      verdict === 'unread'
        ? 'Answer unpaid requests with 402 before the input is looked at, or register and declare `request`, with the method and the input that it takes.'
        : 'Answer unpaid requests with 402 before the input is looked at, and let Tollbook’s checks through your firewall.',
    ],
    [
      'terms_readable',
      terms.length > 0,
      'Buyers’ clients can read the terms.',
      rails.length > 0
        ? 'Offer x402 beside it, by base64 of the PaymentRequired JSON in the PAYMENT-REQUIRED header; the catalog checks x402 alone.'
        : 'Send base64 of the PaymentRequired JSON in the PAYMENT-REQUIRED header.',
    ],
    [
      'price_comparable',
      verdict !== 'unread',
      'It names a price.',
      'Offer the scheme "exact" beside the others.',
    ],
  ];
  const failed = steps.findIndex(([, passed]) => !passed);

  return steps.slice(0, failed === -1 ? steps.length : failed + 1).map(([check, passed, good, cure]) => ({
    check,
    passed,
    severity: 'required',
    detail: passed ? good : detail,
    ...(check === 'returns_402' ? { expected: '402', actual: String(httpStatus) } : {}),
    ...(passed ? {} : { cure }),
  }));
}

const cures: Readonly<Record<FieldComparison['field'], string>> = {
  payTo: 'Register the wallet that the endpoint pays to, or correct payTo there.',
  network: 'Register a network that the endpoint accepts, or accept the declared one there.',
  asset: 'Register the symbol of the token that the endpoint asks for, or ask for the declared one.',
  price: 'Register the live price, or correct the amount there; it is in atomic units of the token.',
  scheme: '',
};

function fieldChecks(fields: readonly FieldComparison[]): ValidationCheck[] {
  return fields.flatMap(({ field, declared, observed, match }) => {
    if (declared === null) return [];

    const passed = match === true;
    const [expected, actual] = [declared, observed ?? 'unknown'];
    const detail =
      match === null
        ? `Whether ${field} is ${quoted(expected)} cannot be told.`
        : `The live ${field} is ${quoted(actual)}.`;
    return [
      {
        check: field,
        passed,
        severity: 'required',
        detail,
        expected,
        actual,
        ...(passed ? {} : { cure: cures[field] }),
      },
    ];
  });
}

function remarkCheck({ code, detail }: Remark): ValidationCheck {
  return { check: code, passed: false, severity: 'advisory', detail };
}

function wildcardCheck(isWildcard: boolean | undefined): ValidationCheck[] {
  if (isWildcard === undefined) return [];

  const passed = !isWildcard;
  return [
    {
      check: 'other_paths_free',
      passed,
      severity: 'advisory',
      detail: passed ? 'A path that does not exist is not answered with 402.' : wildcardRemark.detail,
      ...(passed ? {} : { cure: 'Ask for payment on paths that exist only, and answer 404 elsewhere.' }),
    },
  ];
}
