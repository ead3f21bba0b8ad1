import { z } from 'zod';
import { fieldSentences, problemMaker, type ProblemFacts } from '../domain/field-problem.ts';
import { findNetwork } from '../domain/network.ts';
import {
  type OutcomeClaim,
  outcomeRules,
  outcomes,
  type OutcomeSummary as Summary,
  outcomeVerdicts,
  replies,
  type ReplyKind,
  type SignedReceipt,
  type Statement,
  statementClasses,
} from '../domain/outcome.ts';
import { quoted } from '../domain/plain-text.ts';
import { ServiceId } from '../domain/service-id.ts';
import { isTransactionId, normalizeTransactionId } from '../domain/transaction-id.ts';
import { type StandingStatement, uncountedReasons, weaknessOf } from '../outcomes/standing.ts';

/** What is wrong with a statement, beside what may be wrong with any body. */
const { problems } = problemMaker({
  ...fieldSentences,
  tx_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a transaction; write its hash as 0x and 64 hexadecimal digits, or its signature on Solana in base58`,
  digest_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a SHA-256 digest; write "sha256:" and 64 small hexadecimal digits`,
});
export const outcomeProblems = problems;

/** Of the first page, where nobody says how many. */
const usualStatements = 20;

export const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, { error: 'digest_invalid' })
  .meta({ examples: [`sha256:${'0'.repeat(64)}`] });
const seconds = z.int().nonnegative();
export const httpStatus = z
  .int()
  .min(100)
  .max(599)
  .meta({ description: 'Of the paid answer.', examples: [200] });
export const latencyMs = z
  .int()
  .min(0)
  .max(86_400_000)
  .meta({ examples: [812] });

export const Receipt = z
  .strictObject({
    format: z.literal('eip712'),
    payload: z.strictObject({
      version: z.int().nonnegative(),
      network: z.string().max(64),
      resourceUrl: z.string().max(2048),
      payer: z.string().max(128),
      issuedAt: seconds,
      transaction: z.string().max(128).default(''),
    }),
    signature: z.string().max(512),
  })
  .meta({ description: "The seller's receipt as the x402 extension `offer-receipt` has it, in EIP-712." });

const Transaction = z
  .string()
  .regex(/^(?:0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/, { error: 'tx_invalid' });

/** The body of a statement. */
export const OutcomeRequest = z
  .strictObject({
    network: z
      .string()
      .refine((id) => findNetwork(id) !== undefined, { error: 'network_unknown' })
      .meta({ description: 'Short name or CAIP-2 id of the network that was paid on.', examples: ['base'] }),
    tx: Transaction.meta({
      description: 'Hash of the transaction that settled the payment; its signature on Solana.',
      examples: [`0x${'ab'.repeat(32)}`],
    }),
    outcome: z.enum(outcomes).meta({
      description:
        'What the payment brought: what was paid for, nothing usable, something else, that for more money than asked, or a second charge for one request.',
    }),
    httpStatus: httpStatus.optional(),
    latencyMs: latencyMs.optional(),
    requestHash: digest.optional(),
    responseHash: digest.optional(),
    receipt: Receipt.optional(),
    signature: z
      .string()
      .max(2 * 4096 + 2)
      .optional()
      .meta({ description: 'By the payer, over the text that the description of this operation shows.' }),
  })
  .refine(({ network, tx }) => isTransactionId(network, tx), { error: 'tx_invalid', path: ['tx'] })
  .meta({ id: 'OutcomeRequest' });

/** A statement as it was sent, in the spelling that is signed: CAIP-2, and hashes of the EVM in lower case. */
export function claimOf({ network, tx, ...claim }: z.infer<typeof OutcomeRequest>): OutcomeClaim & {
  readonly signature?: string | undefined;
  readonly receipt?: SignedReceipt | undefined;
} {
  const caip2 = findNetwork(network)?.caip2 ?? network;

  return { network: caip2, tx: normalizeTransactionId(tx), ...claim };
}

const Settlement = z.strictObject({
  network: z.string().meta({ description: 'CAIP-2.' }),
  tx: z.string(),
  payer: z.string(),
  amount: z.string().meta({ description: 'Exact decimal in units of the currency.' }),
  currency: z.string(),
  at: z.iso.datetime(),
});

const Class = z.enum(statementClasses).meta({
  description:
    'Who vouches for it: the wallet that paid, the seller by a receipt, or nobody but the transaction.',
});

/** What became of a statement that was sent. */
export const TakenOutcome = z.strictObject({
  id: z.string(),
  class: Class,
  counted: z.boolean().meta({ description: 'Whether it is part of the summary.' }),
  reason: z.enum(uncountedReasons).optional().meta({ description: 'Why it is not.' }),
  settlement: Settlement,
});

/** A statement that was recorded just now: nothing has followed it yet. */
export function takenView(statement: Statement): z.infer<typeof TakenOutcome> {
  const { id, settlement } = statement;
  const reason = weaknessOf(statement);

  return {
    ...{ id, class: statement.class, counted: reason === null },
    ...(reason === null ? {} : { reason }),
    settlement: settlementView(settlement),
  };
}

/** What became of a statement that cannot be checked yet. */
export const WaitingOutcome = z.strictObject({
  id: z.string(),
  waiting: z.enum(['finality', 'provider']).meta({
    description: 'What it waits for: enough blocks on top, or an answer from the chain.',
  }),
});

export const ReplyRequest = z
  .strictObject({
    reply: z.enum(replies),
    refundTx: Transaction.optional().meta({
      description: 'With `refunded`: the transaction that paid the money back.',
      examples: [`0x${'cd'.repeat(32)}`],
    }),
  })
  .meta({ id: 'OutcomeReply' });

/** A reply as it was sent, with its transaction in one spelling. */
export function replyOf({ reply, refundTx }: z.infer<typeof ReplyRequest>): {
  readonly reply: ReplyKind;
  readonly refundTx?: string | undefined;
} {
  return { reply, refundTx: reply === 'refunded' && refundTx ? normalizeTransactionId(refundTx) : undefined };
}

const ReplyView = z.strictObject({
  reply: z.enum(replies),
  at: z.iso.datetime(),
  refundTx: z.string().optional(),
});

const share = z.number().min(0).max(1);

export const OutcomeSummary = z.strictObject({
  payments: z.int().meta({ description: 'Payments with a statement that counts.' }),
  payers: z.int().meta({ description: 'Wallets that made them.' }),
  clusters: z.int().meta({ description: 'Groups of these wallets that were funded alike.' }),
  delivered: z.strictObject({ share, low: share, high: share }).nullable().meta({
    description:
      'The share that was delivered, with its Wilson interval of 95 %, wider by 0.05 for statements that are untrue; null with `too_few`.',
  }),
  verdict: z.enum(outcomeVerdicts),
  results: z.strictObject({ delivered: z.int(), failed: z.int(), disputed: z.int() }),
  lastAt: z.iso.datetime().nullable().meta({ description: 'Of the newest payment that counts.' }),
});

export const StatementView = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  class: Class,
  counted: z.boolean(),
  reason: z.enum(uncountedReasons).optional(),
  outcome: z.enum(outcomes),
  httpStatus: z.int().optional(),
  latencyMs: z.int().optional(),
  settlement: Settlement,
  source: z.string().optional().meta({ description: 'Where it was imported from.' }),
  reply: ReplyView.optional().meta({ description: 'What the owner of the service answered.' }),
  state: z.enum(['stands', 'disputed', 'refunded']),
});
export type StatementView = z.infer<typeof StatementView>;

/** What buyers say of a service. */
export const OutcomesView = z.strictObject({
  id: ServiceId,
  rules: z.literal(outcomeRules).meta({ description: 'The version of the rules that the summary follows.' }),
  summary: OutcomeSummary,
  statements: z.array(StatementView).meta({ description: 'Newest first.' }),
});
export type OutcomesView = z.infer<typeof OutcomesView>;

export function statementView({ statement, uncounted, state, reply }: StandingStatement): StatementView {
  const { id, at, outcome, httpStatus, latencyMs, settlement, source } = statement;

  return {
    id,
    at,
    class: statement.class,
    counted: uncounted === null,
    ...(uncounted === null ? {} : { reason: uncounted }),
    outcome,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
    settlement: settlementView(settlement),
    ...(source === undefined ? {} : { source }),
    ...(reply === undefined ? {} : { reply: replyView(reply) }),
    state,
  };
}

function settlementView({
  network,
  tx,
  payer,
  amount,
  currency,
  at,
}: StandingStatement['statement']['settlement']): z.infer<typeof Settlement> {
  return { network, tx, payer, amount, currency, at };
}

function replyView({
  reply,
  at,
  refundTx,
}: NonNullable<StandingStatement['reply']>): z.infer<typeof ReplyView> {
  return { reply, at, ...(refundTx === undefined ? {} : { refundTx }) };
}

/** A page of the statements about a service: those before one of them, newest first. */
export function outcomesView(
  id: string,
  { summary, statements }: { readonly summary: Summary; readonly statements: readonly StandingStatement[] },
  {
    limit = usualStatements,
    before,
  }: { readonly limit?: number | undefined; readonly before?: string | undefined } = {},
): OutcomesView {
  const end =
    before === undefined ? statements.length : statements.findIndex((each) => each.statement.id === before);
  const page = statements.slice(Math.max(0, end - limit), Math.max(0, end)).reverse();

  return { id, rules: outcomeRules, summary, statements: page.map(statementView) };
}
