import type { Config } from '../config/config.ts';
import { OutcomeIntake } from '../live/outcome-intake.ts';
import { OutcomePayments } from '../live/outcome-payment.ts';
import { OutcomeSignatures } from '../live/outcome-signatures.ts';
import type { TransactionLedger } from '../live/ports.ts';
import { openContractWallets } from './contract-wallets.ts';
import type { State } from './state.ts';

interface Parts {
  readonly state: Pick<State, 'outcomes' | 'payments' | 'buyers' | 'clock'>;
  /** By CAIP-2 id of the network. */
  readonly ledgers: ReadonlyMap<string, TransactionLedger>;
  /** Called with the service of each new record. */
  readonly onRecord: (service: string) => void;
  readonly stopping: AbortSignal;
}

/** What takes in statements of buyers, and reads the payments that they are about. */
export function openIntake(
  config: Config,
  { state, ledgers, onRecord, stopping }: Parts,
): { readonly intake: OutcomeIntake; readonly payments: OutcomePayments } {
  const { outcomes, payments: terms, buyers, clock } = state;
  const { assets, siteUrl } = config;
  const { lookbackMs } = config.payments;
  const payments = new OutcomePayments({ ledgers, payments: terms, buyers, assets, lookbackMs, clock });
  const contracts = openContractWallets(config, stopping);
  const signatures = new OutcomeSignatures(new URL(siteUrl).host, contracts);
  const intake = new OutcomeIntake({ outcomes, payments, signatures, assets, onRecord, clock });

  return { intake, payments };
}
