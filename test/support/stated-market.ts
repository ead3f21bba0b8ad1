import { privateKeyToAccount } from './evm-account.ts';
import { SqlBuyers } from '../../src/adapters/state/buyers.ts';
import type { StateDatabase } from '../../src/adapters/state/database.ts';
import { SqlOutcomes } from '../../src/adapters/state/outcomes.ts';
import { SqlPayments } from '../../src/adapters/state/payments.ts';
import { knownAssets } from '../../src/domain/asset.ts';
import type { OutcomeClaim } from '../../src/domain/outcome.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import type { Settlement } from '../../src/domain/settlement.ts';
import { OutcomeIntake } from '../../src/live/outcome-intake.ts';
import { OutcomePayments } from '../../src/live/outcome-payment.ts';
import { OutcomeSignatures } from '../../src/live/outcome-signatures.ts';
import { receiptHash } from '../../src/outcomes/receipt.ts';
import { signedText } from '../../src/outcomes/signed-text.ts';
import { TestClock } from '../fixtures/clock.ts';
import { ModelChain } from '../fixtures/model-chain.ts';
import { aReceipt, aTx, statedHost } from '../fixtures/outcomes.ts';
import { aSettlement, network, timeOf, walletOf } from '../fixtures/payments.ts';
import { aService } from '../fixtures/services.ts';

/** The wallet with key `n`. */
export const accountOf = (n: number) => privateKeyToAccount(`0x${n.toString(16).padStart(64, '0')}`);

/** The address of the wallet with key `n`, as the chain has it. */
export const addressOf = (n: number): string => accountOf(n).address.toLowerCase();

/** A service that asks 0.001 USDC, paid to the wallet with key 1. */
export function statedAbout(name = 'Weather', pricePerRequest = '0.001'): DeclaredService {
  return aService({
    name,
    endpoint: `https://${statedHost}/${name.toLowerCase()}`,
    pricing: { currency: 'USDC', pricePerRequest },
    x402Config: { network: 'base-sepolia', paymentAddress: accountOf(1).address },
  });
}

export type StatedMarket = ReturnType<typeof aStatedMarket>;

/** The intake of statements over a chain in memory. */
export function aStatedMarket(database: StateDatabase, service = statedAbout()) {
  const [chain, time, outcomes] = [new ModelChain(), new TestClock(), new SqlOutcomes(database)];
  time.advance(timeOf(100).getTime() - time.now().getTime());
  const clock = time.now;
  const payments = new OutcomePayments({
    ledgers: new Map([[network, chain]]),
    payments: new SqlPayments(database),
    buyers: new SqlBuyers(database),
    assets: knownAssets,
    lookbackMs: 30 * 24 * 3_600_000,
    clock,
  });
  const signatures = new OutcomeSignatures('catalog.example.com', { accepts: () => Promise.resolve(false) });
  const recorded: string[] = [];
  const onRecord = (id: string): void => void recorded.push(id);
  const parts = { outcomes, payments, onRecord, clock };
  const intake = new OutcomeIntake({ ...parts, signatures, assets: knownAssets });

  /** Has wallet `payer` pay for the service in transaction `tx`; it has its money from a wallet of its own. */
  const pay = (tx: number, payer = tx, changes: Partial<Settlement> = {}): void => {
    chain.send(walletOf(50_000 + payer), addressOf(payer), 5_000_000n);
    chain.settle(paidBy(payer, { tx: aTx(tx), block: tx, ...changes }));
  };
  const claim = (tx: number, outcome: OutcomeClaim['outcome'] = 'delivered'): OutcomeClaim => {
    return { network, tx: aTx(tx), outcome };
  };
  /** A claim that wallet `signer` signed. */
  const signed = async (
    tx: number,
    outcome: OutcomeClaim['outcome'] = 'delivered',
    signer = tx,
    id = service.id,
  ) => {
    const message = signedText('catalog.example.com', id, claim(tx, outcome));
    return { ...claim(tx, outcome), signature: await accountOf(signer).signMessage({ message }) };
  };

  return { chain, time, outcomes, payments, intake, service, recorded, parts, pay, claim, signed };
}

/** A payment by the wallet with key `payer`. */
export function paidBy(payer: number, changes: Partial<Settlement> = {}): Settlement {
  return aSettlement({ wallet: addressOf(1), payer: addressOf(payer), ...changes });
}

/** The receipt of the seller with key 1 for the payment of a wallet in a transaction. */
export async function receiptFor(tx: number, payer = tx, signer = 1) {
  const issuedAt = timeOf(tx).getTime() / 1000;
  const receipt = aReceipt({ payer: addressOf(payer), transaction: aTx(tx), issuedAt });
  const hash = `0x${Buffer.from(receiptHash(receipt)).toString('hex')}` as const;

  return { ...receipt, signature: await accountOf(signer).sign({ hash }) };
}
