import { z } from 'zod';
import { X402Config } from '../domain/field-schemas.ts';
import { DescribedRequest, JsonSchema } from '../domain/described-request.ts';
import { Discovered } from '../domain/discovered.ts';
import { Pin } from '../domain/pin.ts';
import { Pricing } from '../domain/pricing.ts';
import { Rail } from '../domain/rail.ts';
import { Status } from '../domain/status.ts';
import { Verdict } from '../domain/verdict.ts';
import { ArdEntry, ArdResult } from '../views/ard-entry.ts';
import { ArdError } from '../views/ard-error.ts';
import { ArdManifest } from '../views/ard-manifest.ts';
import { CategoryWithCount } from '../views/categories.ts';
import { Declaration } from '../views/declaration.ts';
import { ChecksView } from '../views/checks.ts';
import { ClaimView } from '../views/claim.ts';
import { ExportDocument } from '../views/export-document.ts';
import { FacetsView } from '../views/facets.ts';
import { Health } from '../views/health.ts';
import { HistoryView } from '../views/history.ts';
import { Intent, IntentView } from '../views/intent.ts';
import { IssuedKey, KeyView, SignInChallengeView } from '../views/keys.ts';
import { ObservedView, OfferView, Terms } from '../views/observed-terms.ts';
import { OutcomesView, OutcomeSummary, TakenOutcome, WaitingOutcome } from '../views/outcomes.ts';
import { ProblemBody, problemBody, problems } from '../views/problem.ts';
import { ProofFile } from '../views/proof-file.ts';
import { Service, serviceView } from '../views/service.ts';
import { StatusRecord } from '../views/status-record.ts';
import { SuggestionsView } from '../views/suggestions.ts';
import { TransferOffer } from '../views/transfer-offer.ts';
import { TrustView } from '../views/trust.ts';
import { Validation } from '../views/validation.ts';
import { DeliveryView, NewSecret, NewWebhook, TestView, WebhookView } from '../views/webhook.ts';
import { problemOf } from './refusal.ts';
import type { RowOutcome } from '../registration/act.ts';

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

/** The schemas of answers that the OpenAPI document names: code generators make a type of each. Those of request bodies are named where they are used. */
export const namedSchemas = {
  Service,
  Pricing,
  X402Config,
  Status,
  StatusRecord,
  Declaration,
  TransferOffer,
  BatchResults,
  IntentAnswer: IntentView,
  Intent,
  Facets: FacetsView,
  Suggestion: SuggestionsView.element,
  Category: CategoryWithCount,
  Export: ExportDocument,
  Observed: ObservedView,
  ObservedOffer: OfferView,
  DescribedRequest,
  JsonSchema,
  Verdict,
  Terms,
  Rail,
  Checks: ChecksView,
  Trust: TrustView,
  Proof: ProofFile,
  Pin,
  History: HistoryView,
  Claim: ClaimView,
  Outcomes: OutcomesView,
  OutcomeSummary,
  TakenOutcome,
  WaitingOutcome,
  Webhook: WebhookView,
  NewWebhook,
  WebhookSecret: NewSecret,
  WebhookTest: TestView,
  Delivery: DeliveryView,
  Validation,
  Discovered,
  Challenge: SignInChallengeView,
  IssuedKey,
  Key: KeyView,
  ArdEntry,
  ArdResult,
  ArdManifest,
  ArdError,
  Health,
  Problem: ProblemBody,
} as const satisfies Readonly<Record<string, z.core.$ZodType>>;

/**
 * Writes a JSON Schema as code generators and readers understand it best: without bounds and patterns that say nothing beyond the
 * type or the format, and with `null` among the types rather than in a union.
 */
export function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  mergeNull(schema);
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format === 'date-time' || schema.format === 'date') delete schema.pattern;
  if (schema.propertyNames && Object.keys(schema.additionalProperties ?? {}).length > 0) {
    delete schema.propertyNames;
  }
}

function mergeNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [first, second, ...others] = schema.anyOf ?? [];
  if (!first || second?.type !== 'null' || others.length > 0) return;
  if (typeof first.type !== 'string' || first.enum || first.const !== undefined) return;

  const { anyOf: _union, ...own } = schema;
  Object.assign(schema, first, own, { type: [first.type, 'null'] });
  delete schema.anyOf;
}
