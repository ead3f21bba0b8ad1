import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base32crockford } from '@scure/base';
import type { Finding, OutcomeClaim, SignedReceipt, Statement, StatementClass } from '../domain/outcome.ts';
import type { Settlement } from '../domain/settlement.ts';
import { paymentKey } from '../outcomes/standing.ts';
import type { Origins } from './payer-origins.ts';

/** A claim with what proves it. */
export interface ProvenClaim extends OutcomeClaim {
  readonly signature?: string | undefined;
  readonly receipt?: SignedReceipt | undefined;
  /** Where it is imported from. */
  readonly source?: string | undefined;
}

/** A claim that waits, and whether it is to replace an older statement. */
export interface PostponedClaim extends ProvenClaim {
  readonly replace?: boolean;
}

/** What was found out about the payer of a statement, for the record. */
export function findingOf(
  statement: Statement,
  { funders, isFundedBySeller }: Origins,
  at = statement.at,
): Finding {
  const found = { kind: 'finding', service: statement.service, statement: statement.id, at } as const;

  return { ...found, id: recordId({ ...found, funders, isFundedBySeller }), funders, isFundedBySeller };
}

/** The id of a statement follows from what it says, so that the same claim is the same statement. */
export function idOf(service: string, { source: _, replace: _1, ...claim }: PostponedClaim): string {
  return recordId({ service, ...claim });
}

/** 100 bits of the hash of what a record says. */
export function recordId(of: object): string {
  const members = Object.entries(of).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));

  return base32crockford
    .encode(sha256(utf8ToBytes(text)))
    .slice(0, 20)
    .toLowerCase();
}

/** What only one reply may say: a transaction pays each payer back for one payment, whichever services are paid at the wallet. */
export function refundKey({ settlement: { network, payer } }: Statement, refundTx: string): string {
  return `refund ${network} ${refundTx} ${payer}`;
}

/** What only one statement may say: one by each kind of witness about each payment. */
export function claimKey(network: string, { tx, index }: Settlement, by: StatementClass): string {
  return `${paymentKey({ network, tx, index })} ${by}`;
}
