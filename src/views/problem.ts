import { z } from 'zod';
import type { FieldProblem } from '../domain/field-problem.ts';
import { twinAccounts } from '../domain/signer.ts';

/**
 * Every refusal of the API: its HTTP status, a title, and its cure. Each has a page, `/problems/<code>/`, which is its
 * `type` (RFC 9457). No other file maps a code to a status.
 */
export const problems = {
  path_unknown: {
    status: 404,
    title: 'There is nothing at this path',
    cure: 'See /openapi.json for every path of this API.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not support that method',
    cure: 'Use one of the methods in the Allow header.',
  },
  parameter_invalid: {
    status: 400,
    title: 'A query parameter is malformed',
    cure: 'Correct each parameter named in `errors`, or leave it out.',
  },
  unknown_parameter: {
    status: 400,
    title: 'This path does not know a query parameter',
    cure: 'Write the parameter that `errors` names in its place, or leave it out. Names that begin with `_` or `utm_` are ignored.',
  },
  service_unknown: {
    status: 404,
    title: 'No such service',
    cure: 'Look up the id with GET /api/services?query=…; an id never changes.',
  },
  service_deleted: {
    status: 410,
    title: 'This service was removed from the catalog',
    cure: 'Remove it from your copy. Until `restorableUntil`, its owner can restore it with POST /api/services/{id}/restore, unless the operator removed it.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid API key is needed',
    cure: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked. For a new one, see POST /api/keys, or ask the operator of this catalog.',
  },
  scope_missing: {
    status: 403,
    title: 'This key may not do this',
    cure: 'Use a key of the scope in `scope`. Keys that owners make may `write`; the operator makes keys that may `operate`.',
  },
  host_blocked: {
    status: 403,
    title: 'The operator blocked this host',
    cure: 'See `reason`, and write to the operator of this catalog.',
  },
  owner_blocked: {
    status: 403,
    title: 'The operator blocked this owner',
    cure: 'See `reason`, and write to the operator of this catalog.',
  },
  key_unknown: {
    status: 404,
    title: 'You have no such key',
    cure: 'See your keys with GET /api/keys.',
  },
  self_service_off: {
    status: 404,
    title: 'Owners cannot make keys by themselves here',
    cure: 'Ask the operator of this catalog for a key.',
  },
  challenge_invalid: {
    status: 422,
    title: 'There is no challenge for this account',
    cure: `Send \`{"account": "eip155:8453:0x…"}\`, a CAIP-10 account on an EVM chain or on ${twinAccounts.join(' or ')}.`,
  },
  key_request_invalid: {
    status: 422,
    title: 'The request for a key breaks the rules',
    cure: 'Send `{"message": …, "signature": …}` for a wallet, or `{"oidcToken": …}` for a workflow.',
  },
  signature_invalid: {
    status: 422,
    title: 'The signature does not prove who you are',
    cure: 'Ask for a new challenge with POST /api/challenges; sign and send its message as it is, within 5 minutes.',
  },
  token_invalid: {
    status: 422,
    title: 'The token does not prove who you are',
    cure: "Ask your workflow's provider for a new token with this site's URL as its audience, and send it at once.",
  },
  too_many_keys: {
    status: 429,
    title: 'You hold too many keys',
    cure: 'Revoke those that you do not need with DELETE /api/keys/{id}, or wait until they expire.',
  },
  webhook_invalid: {
    status: 422,
    title: 'The webhook breaks the rules',
    cure: 'Fix each entry of `errors`; only `url` is required.',
  },
  webhook_unknown: {
    status: 404,
    title: 'You have no such webhook',
    cure: 'See your webhooks with GET /api/webhooks.',
  },
  webhook_off: {
    status: 409,
    title: 'This webhook is off',
    cure: 'Switch it on with POST /api/webhooks/{id}/enable, which also sends what was not accepted.',
  },
  delivery_unknown: {
    status: 404,
    title: 'This webhook has no such delivery',
    cure: 'See its last deliveries with GET /api/webhooks/{id}; older ones are forgotten.',
  },
  too_many_webhooks: {
    status: 429,
    title: 'You have too many webhooks',
    cure: 'Delete those that you do not need with DELETE /api/webhooks/{id}. One can be told of all changes.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'The body must be JSON',
    cure: 'Send `Content-Type: application/json` and a UTF-8 body without a content encoding.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    cure: 'Send at most 64 KiB.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file has no such part',
    cure: 'Send a Range within the length that Content-Range says, or none to get the whole file.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    cure: 'Send the whole request within 10 seconds.',
  },
  request_malformed: {
    status: 400,
    title: 'The request is not valid HTTP',
    cure: 'Send a well-formed HTTP/1.1 request (RFC 9112).',
  },
  headers_too_large: {
    status: 431,
    title: 'The request line and headers are too large',
    cure: 'Send at most 16 KiB of them.',
  },
  body_not_json: {
    status: 400,
    title: 'The body is not valid JSON',
    cure: 'Send one JSON object in UTF-8, each key once (RFC 8259, RFC 7493).',
  },
  registration_invalid: {
    status: 422,
    title: 'The registration breaks the rules of the catalog',
    cure: 'Fix each entry of `errors`; `?dryRun=true` checks a body without registering it.',
  },
  batch_invalid: {
    status: 422,
    title: 'The batch breaks the rules',
    cure: 'Send `{"services": [...]}` with 1 to 500 registrations.',
  },
  declaration_invalid: {
    status: 422,
    title: 'The change breaks the rules of the catalog',
    cure: 'Fix each entry of `errors`; `?dryRun=true` checks a change without making it.',
  },
  not_owner: {
    status: 403,
    title: 'Only its owner may do this',
    cure: 'Use a key of the owner; GET /api/services/{id}/declaration names it. If the service is yours, claim it.',
  },
  not_offered: {
    status: 403,
    title: 'This service was not offered to you',
    cure: 'Ask its owner to send `{"to": "<your owner>"}` to this path. An offer can be accepted for 7 days.',
  },
  precondition_failed: {
    status: 412,
    title: 'The service changed since you last saw it',
    cure: 'Fetch GET /api/services/{id}/declaration again, and send its ETag as `If-Match`.',
  },
  log_absent: {
    status: 404,
    title: 'This catalog keeps no log of who is paid',
    cure: 'Its operator can begin one by signing: set SIGNING_KEY.',
  },
  keys_absent: {
    status: 404,
    title: 'The checks of this catalog are not signed',
    cure: 'Its operator can have them signed: set PROBE_SIGNING_KEY.',
  },
  tile_unknown: {
    status: 404,
    title: 'The log has no such tile',
    cure: 'Fetch /log/checkpoint again, and ask for the tiles of a log of that size.',
  },
  cursor_expired: {
    status: 410,
    title: 'The feed goes on from another place',
    cure: 'Some changes after this cursor are no longer retained. Take GET /api/export.ndjson, and go on from its `X-Catalog-Cursor`.',
  },
  restore_expired: {
    status: 410,
    title: 'This service can no longer be restored',
    cure: 'Register its endpoint again; it gets another id.',
  },
  service_listed: {
    status: 409,
    title: 'This service is listed',
    cure: 'There is nothing to restore.',
  },
  endpoint_reserved: {
    status: 409,
    title: 'This endpoint is reserved for the owner of a service that was removed',
    cure: 'Its owner can restore it. If the endpoint is yours, claim the service named in `tombstone`; else wait until the time in `until`.',
  },
  claim_invalid: {
    status: 422,
    title: 'The claim breaks the rules',
    cure: 'Send `{"method": "wallet"}`, `"http"` or `"dns"`, or `{"method": "repository", "repository": "owner/name"}`, and nothing else.',
  },
  claim_unproven: {
    status: 422,
    title: 'The proof was not found',
    cure: 'Put what `lookedFor` says in place, then send the claim again; you can claim each service 10 times an hour.',
  },
  claim_refused: {
    status: 409,
    title: 'Another owner has this service, by a proof that is no weaker',
    cure: 'The proof of the owner named in `owner` was looked at again and holds. Prove the host by http or dns, which outranks a wallet; a repository outranks nothing. Or ask that owner to hand the service over.',
  },
  too_many_unverified: {
    status: 429,
    title: 'Too many services were never verified',
    cure: 'Let checks verify some first: each must answer 402 with the declared terms. Or delete those that you do not need.',
  },
  outcome_invalid: {
    status: 422,
    title: 'The statement breaks the rules',
    cure: 'Fix each entry of `errors`; `network`, `tx` and `outcome` are required.',
  },
  outcome_exists: {
    status: 409,
    title: 'This was stated already',
    cure: 'See the statement named in `id`. Within 7 days, the payer can replace it by another outcome with `?replace=true`.',
  },
  tx_not_found: {
    status: 422,
    title: 'The chain has no such transaction, or it failed',
    cure: 'Send the hash of the transaction that settled the payment, as PAYMENT-RESPONSE names it, with the network that it is on.',
  },
  tx_not_to_seller: {
    status: 422,
    title: 'This transaction is no x402 payment to a wallet of the service',
    cure: 'Compare `payTo` of GET /api/services/{id}/observed with whom the transaction pays, and name the service that was paid.',
  },
  amount_not_asked: {
    status: 422,
    title: 'The service did not ask for this amount at that time',
    cure: 'Name the service whose price was paid; the wallet may be shared. If more was taken than asked, state `overcharged`.',
  },
  payer_is_payee: {
    status: 422,
    title: 'The seller paid itself',
    cure: 'Only buyers state outcomes. Answer the statements about your service with POST /api/services/{id}/outcomes/{outcome}/reply.',
  },
  payer_funded_by_payee: {
    status: 422,
    title: 'The seller funded the wallet that paid',
    cure: 'Pay from a wallet whose money does not come from the seller, directly or through one more wallet.',
  },
  too_old: {
    status: 422,
    title: 'The payment was made too long ago',
    cure: 'State outcomes within 30 days of the payment.',
  },
  signature_not_payers: {
    status: 422,
    title: 'The wallet that paid did not sign this statement',
    cure: 'Sign the text that the description of this operation in /openapi.json shows, with the wallet that the chain names as payer; or leave `signature` out.',
  },
  receipt_not_sellers: {
    status: 422,
    title: 'The wallet that was paid did not sign this receipt for this payment',
    cure: 'Send the receipt of the extension `offer-receipt` as it came, in the format eip712, or leave `receipt` out.',
  },
  not_counted_here: {
    status: 501,
    title: 'Payments on this network are not counted here',
    cure: 'Nothing can be checked without a provider of that network. State the outcome at another catalog, or ask the operator of this one to set RPC_URL for it.',
  },
  outcome_unknown: {
    status: 404,
    title: 'There is no such statement about this service',
    cure: 'See GET /api/services/{id}/outcomes.',
  },
  reply_invalid: {
    status: 422,
    title: 'The answer breaks the rules',
    cure: 'Send `{"reply": "delivered"}`, `"not_ours"`, or `{"reply": "refunded", "refundTx": …}`.',
  },
  reply_exists: {
    status: 409,
    title: 'This statement was answered already',
    cure: 'Each statement is answered once; the answer stays.',
  },
  refund_not_found: {
    status: 422,
    title: 'The chain does not show this refund',
    cure: 'Send in `refundTx` a final transaction by which a wallet of the service pays the payer at least the amount back, in the same token and after the payment; each counts once.',
  },
  validation_invalid: {
    status: 422,
    title: 'The validation request breaks the rules',
    cure: 'Fix each entry of `errors`; only `endpoint` is required.',
  },
  endpoint_listed: {
    status: 409,
    title: 'This endpoint is already listed',
    cure: 'See the service named in `existing`. Its owner can change it; if it is yours, claim it.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'The Idempotency-Key is malformed',
    cure: 'Send 1 to 255 printable ASCII characters, for example a UUID.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key was already used with another body',
    cure: 'Use a new key for each registration; reuse a key only to retry the same body.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    cure: 'Wait for as long as Retry-After says. To get the whole catalog, fetch /api/export once.',
  },
  commit_failed: {
    status: 503,
    title: 'The registration could not be committed',
    cure: 'Nothing was stored. Send the same request again after Retry-After; its Idempotency-Key stays valid.',
  },
  commit_unsettled: {
    status: 503,
    title: 'The commit takes too long, and may still be made',
    cure: 'Send the same request again after Retry-After. With the same Idempotency-Key you get the first answer, if that was stored.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot answer right now',
    cure: 'Try again after Retry-After.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    cure: 'Try again. If the problem persists, report it with the X-Request-Id of this response.',
  },
} as const satisfies Record<string, { status: number; title: string; cure: string }>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

/** A refusal. It contains only facts that the client sent or needs, never internals. */
export interface Problem {
  readonly code: ProblemCode;
  /** What happened this time, in one sentence; defaults to title and cure. */
  readonly detail?: string;
  readonly errors?: readonly FieldProblem[];
  /** Further members of the RFC 9457 object. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** An RFC 9457 object with this API's extension members. */
export const ProblemBody = z
  .looseObject({
    type: z.url().meta({ description: 'Page that explains the code and its cure.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What happened this time, and what to do.' }),
    code: z.enum(Object.keys(problems)).meta({ description: 'Stable name of the problem.' }),
    errors: z
      .array(z.strictObject({ pointer: z.string(), code: z.string(), detail: z.string() }))
      .optional()
      .meta({ description: 'Everything that is wrong, each with an RFC 6901 pointer.' }),
    existing: z
      .string()
      .optional()
      .meta({ description: 'With `endpoint_listed`: path of the service that is listed.' }),
    tombstone: z
      .string()
      .optional()
      .meta({ description: 'With `endpoint_reserved`: id of the service that was removed.' }),
    until: z.iso
      .datetime()
      .optional()
      .meta({ description: 'With `endpoint_reserved`: until when the endpoint is reserved.' }),
    limit: z.int().optional().meta({
      description: 'With `too_many_unverified` and `too_many_webhooks`: how many you, or the host, may have.',
    }),
    id: z.string().optional().meta({ description: 'With `service_deleted` and `restore_expired`: its id.' }),
    name: z
      .string()
      .optional()
      .meta({ description: 'With `service_deleted` and `restore_expired`: its last name. Untrusted text.' }),
    deletedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'With `service_deleted` and `restore_expired`.' }),
    restorableUntil: z.iso.datetime().optional().meta({
      description:
        'With `service_deleted` and `restore_expired`: until when its owner can restore it, unless the operator removed it.',
    }),
    scope: z.string().optional().meta({ description: 'With `scope_missing`: the scope that the key needs.' }),
    reason: z.string().optional().meta({
      description: 'With `service_deleted`, `owner_blocked` and `host_blocked`: what the operator says.',
    }),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457).' });

/** The body of a refusal. `type` is the URL of the page that explains the code and its cure. */
export function problemBody(
  { code, detail, errors, members }: Problem,
  siteUrl: string,
): Record<string, unknown> {
  const { title, cure, status } = problems[code];

  return {
    type: `${siteUrl}/problems/${code}/`,
    title,
    status,
    detail: detail ?? `${title}. ${cure}`,
    code,
    ...members,
    ...(errors ? { errors } : {}),
  };
}
