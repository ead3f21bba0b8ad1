import { z } from 'zod';
import { outcomeRules, outcomes, replies, statementClasses } from '../domain/outcome.ts';
import { ServiceId } from '../domain/service-id.ts';
import { digest, httpStatus, latencyMs, OutcomeSummary, Receipt } from './outcomes.ts';

/** Of one line of the record: a reader refuses a longer one before it parses it. */
export const maxRecordBytes = 16 * 1024;

const Id = z.string().regex(/^[0-9a-z]{1,64}$/);
const At = z.iso.datetime();
const Network = z.string().min(1).max(64);
const Tx = z.string().min(1).max(128);
const Wallet = z.string().min(1).max(128);

const StatedPayment = z.strictObject({
  network: Network,
  tx: Tx,
  index: z.int().nonnegative(),
  block: z.int().nonnegative(),
  payer: Wallet,
  payTo: Wallet,
  asset: Wallet,
  amount: z.string().regex(/^\d{1,78}(\.\d{1,78})?$/),
  currency: Wallet,
  at: At,
});

const Statement = z.strictObject({
  kind: z.literal('statement'),
  id: Id,
  service: ServiceId,
  host: z.string().min(1).max(300),
  wallet: Wallet,
  at: At,
  class: z.enum(statementClasses),
  outcome: z.enum(outcomes),
  httpStatus: httpStatus.optional(),
  latencyMs: latencyMs.optional(),
  requestHash: digest.optional(),
  responseHash: digest.optional(),
  settlement: StatedPayment,
  signature: z.string().max(8_194).optional(),
  receipt: Receipt.optional(),
  source: z.string().min(1).max(100).optional(),
  replaces: Id.optional(),
});

const Reply = z.strictObject({
  kind: z.literal('reply'),
  id: Id,
  service: ServiceId,
  statement: Id,
  at: At,
  reply: z.enum(replies),
  refundTx: Tx.optional(),
  isRefunded: z.boolean().optional(),
});

const Finding = z.strictObject({
  kind: z.literal('finding'),
  id: Id,
  service: ServiceId,
  statement: Id,
  at: At,
  funders: z.array(Wallet).max(200).nullable(),
  isFundedBySeller: z.boolean(),
});

const SummaryLine = z.strictObject({
  kind: z.literal('summary'),
  service: ServiceId,
  rules: z.literal(outcomeRules),
  summary: OutcomeSummary,
});

/** A line of `outcomes.ndjson`: a record as it stands in the log, or what the records of a service before it add up to. */
export const RecordLine = z.discriminatedUnion('kind', [Statement, Reply, Finding, SummaryLine]);
export type RecordLine = z.infer<typeof RecordLine>;
