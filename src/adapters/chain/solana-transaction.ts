import { z } from 'zod';
import type { Account } from '../../domain/settlement.ts';
import { impossible } from './rpc-fault.ts';
import { shaped } from './rpc.ts';

/** Where a wallet holds a token. */
export interface TokenAccount extends Account {
  readonly address: string;
  readonly program: string;
}

/** A token transfer to an account, paid for by somebody else than the one who authorized it. */
interface SponsoredTransfer extends Account {
  readonly payer: string;
  readonly units: bigint;
  /** Its place among the instructions, with those that an instruction calls right after it. */
  readonly index: number;
}

export interface SolanaTransaction {
  readonly slot: number;
  /** Seconds since 1970; null where the node does not know. */
  readonly seconds: number | null;
  readonly transfers: readonly SponsoredTransfer[];
}

const method = 'getTransaction';

export const Address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
export const Slot = z.int().nonnegative();
/** Seconds since 1970 that a `Date` can hold. */
export const SolanaSeconds = z.int().nonnegative().max(8.64e12);

const Instruction = z.object({ programId: z.string(), parsed: z.unknown().optional() });
const Transaction = z.object({
  slot: Slot,
  blockTime: SolanaSeconds.nullable(),
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: Address })).min(1),
      instructions: z.array(Instruction),
    }),
  }),
  meta: z.object({
    err: z.unknown(),
    innerInstructions: z
      .array(z.object({ index: z.int().nonnegative(), instructions: z.array(Instruction) }))
      .nullish(),
  }),
});
const TransferChecked = z.object({
  type: z.literal('transferChecked'),
  info: z.object({
    destination: z.string(),
    mint: z.string(),
    authority: Address.optional(),
    multisigAuthority: Address.optional(),
    tokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/) }),
  }),
});
const readTransaction = shaped(method, Transaction);

/** A reader of answers in the encoding `jsonParsed`, for the transaction of this signature. */
export function transactionReader(
  signature: string,
  accounts: ReadonlyMap<string, TokenAccount>,
): (result: unknown) => SolanaTransaction {
  return (result) => {
    const { slot, blockTime, transaction, meta } = readTransaction(result);
    if (transaction.signatures[0] !== signature) throw impossible(method, 'another transaction');

    const { accountKeys, instructions } = transaction.message;
    const inner = Map.groupBy(meta.innerInstructions ?? [], ({ index }) => index);
    const all = instructions.flatMap((each, i) => [
      each,
      ...(inner.get(i) ?? []).flatMap((called) => called.instructions),
    ]);
    const transfers = meta.err === null ? all.flatMap((each, i) => transferIn(each, i, accounts)) : [];

    return {
      slot,
      seconds: blockTime,
      transfers: transfers.filter(({ payer }) => payer !== accountKeys[0]?.pubkey),
    };
  };
}

function transferIn(
  { programId, parsed }: z.infer<typeof Instruction>,
  index: number,
  accounts: ReadonlyMap<string, TokenAccount>,
): SponsoredTransfer[] {
  const info = TransferChecked.safeParse(parsed).data?.info;
  const account = accounts.get(info?.destination ?? '');
  const payer = info?.authority ?? info?.multisigAuthority;
  if (!info || !account || payer === undefined) return [];
  if (account.program !== programId || account.asset !== info.mint) return [];

  const { wallet, asset } = account;
  return [{ wallet, asset, payer, units: BigInt(info.tokenAmount.amount), index }];
}
