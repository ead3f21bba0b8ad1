import { LedgerFault } from '../domain/unavailable.ts';
import type { Reply, ReplyKind, Statement } from '../domain/outcome.ts';
import type { DeclaredService } from '../domain/service.ts';
import { isTransactionId } from '../domain/transaction-id.ts';
import { recordId, refundKey } from './outcome-ids.ts';
import type { OutcomePayments } from './outcome-payment.ts';
import type { Clock, OutcomeStore } from './ports.ts';
import { patienceMs, within } from './within.ts';

export interface GivenReply {
  readonly reply: ReplyKind;
  readonly refundTx?: string | undefined;
}

export type ReplyAnswer =
  | { readonly kind: 'replied'; readonly reply: Reply }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'exists' }
  /** The chain does not show the refund. */
  | { readonly kind: 'no_refund' }
  | { readonly kind: 'unavailable' };

interface Dependencies {
  readonly outcomes: Pick<OutcomeStore, 'find' | 'add'>;
  readonly payments: Pick<OutcomePayments, 'isCounted' | 'isRefund'>;
  /** Called with the service of each new record. */
  readonly onRecord: (service: string) => void;
  readonly clock: Clock;
}

export async function replyTo(
  { outcomes, payments, onRecord, clock }: Dependencies,
  service: DeclaredService,
  id: string,
  { reply: kind, refundTx }: GivenReply,
): Promise<ReplyAnswer> {
  const statement = await outcomes.find(id);
  if (statement?.kind !== 'statement' || statement.service !== service.id) return { kind: 'unknown' };
  const said = { kind: 'reply', service: service.id, statement: id } as const;
  const replyId = recordId(said);
  if (await outcomes.find(replyId)) return { kind: 'exists' };

  const isRefunded =
    kind === 'refunded' ? await findRefund(payments, service, statement, refundTx) : undefined;
  if (isRefunded === 'unknown') return { kind: 'unavailable' };
  if (isRefunded === false) return { kind: 'no_refund' };
  const at = clock().toISOString();
  const reply: Reply = { ...said, id: replyId, at, reply: kind, refundTx, isRefunded };
  const claim = refundTx === undefined ? null : refundKey(statement, refundTx);
  if (!(await outcomes.add([{ record: reply, claim }]))) {
    return (await outcomes.find(replyId)) ? { kind: 'exists' } : { kind: 'no_refund' };
  }
  onRecord(service.id);
  return { kind: 'replied', reply };
}

async function findRefund(
  payments: Dependencies['payments'],
  service: DeclaredService,
  { settlement }: Statement,
  refundTx: string | undefined,
): Promise<boolean | 'unknown'> {
  if (refundTx === undefined || !isTransactionId(settlement.network, refundTx)) return false;
  if (!payments.isCounted(settlement.network)) return 'unknown';

  try {
    return (await within(patienceMs, payments.isRefund(service, refundTx, settlement))) ?? 'unknown';
  } catch (error) {
    if (error instanceof LedgerFault) return 'unknown';
    throw error;
  }
}
