import type { FamilyWith } from '../../domain/families/families.ts';
import type { EvmLedger, EvmLedgerOptions } from './evm-ledger.ts';
import type { SolanaLedger } from './solana-ledger.ts';

/** Opens the ledger of a family, whose module takes a while to load: most catalogs count no payments. */
export const ledgers = {
  eip155: async (options) => new (await import('./evm-ledger.ts')).EvmLedger(options),
  solana: async ({ confirmations: _finalized, ...options }) =>
    new (await import('./solana-ledger.ts')).SolanaLedger(options),
} as const satisfies Readonly<
  Record<FamilyWith<'ledger'>, (options: EvmLedgerOptions) => Promise<EvmLedger | SolanaLedger>>
>;
