import { quoted } from '../../domain/plain-text.ts';
import type { HttpChallenge, RailRead } from './http-challenges.ts';

/** The Lightning networks by the prefix of their invoices (BOLT 11). */
const networks: ReadonlyMap<string, string> = new Map([
  ['bc', 'lightning'],
  ['tb', 'lightning-testnet'],
  ['tbs', 'lightning-signet'],
  ['bcrt', 'lightning-regtest'],
]);

/** The human-readable part of an invoice: its network, and an amount with a multiplier. */
const readablePart = /^ln(bcrt|bc|tbs|tb)(?:([1-9]\d{0,11})([munp])?)?$/;

/** Tenths of a thousandth of a satoshi (10⁻¹² BTC) in one unit of each multiplier. */
const units: Readonly<Record<string, bigint>> = {
  '': 10n ** 12n,
  m: 10n ** 9n,
  u: 10n ** 6n,
  n: 10n ** 3n,
  p: 1n,
};

/** A million times more than any invoice asks for. */
const longestInvoice = 16 * 1024;

/** Reads a challenge `L402`, or `LSAT` as it was called before. The invoice alone names the price. */
export function l402Rail({ scheme, params }: HttpChallenge): RailRead {
  const credential = params.get('token') ?? params.get('macaroon') ?? '';
  const invoice = params.get('invoice') ?? '';
  if (credential === '') return { fault: 'has no token' };
  if (invoice === '') return { fault: 'has no invoice' };

  const read = readInvoice(invoice);
  if (!read) return { fault: `has the invoice ${quoted(invoice)}, which is none of BOLT 11` };
  return {
    rail: {
      rail: 'l402',
      scheme: scheme === 'lsat' ? 'LSAT' : 'L402',
      intent: null,
      network: read.network,
      asset: 'BTC',
      amountAtomic: read.amount,
      payTo: null,
    },
  };
}

/** Network and amount of an invoice, in thousandths of a satoshi; the amount is null where the payer chooses it. */
function readInvoice(
  invoice: string,
): { readonly network: string; readonly amount: string | null } | undefined {
  if (invoice.length > longestInvoice) return undefined;
  // Bech32 forbids mixed case, and its last "1" ends the readable part.
  const isOneCase = invoice === invoice.toLowerCase() || invoice === invoice.toUpperCase();
  const [, prefix = '', digits, multiplier = ''] =
    readablePart.exec(invoice.slice(0, invoice.lastIndexOf('1')).toLowerCase()) ?? [];
  const network = networks.get(prefix);
  if (!isOneCase || network === undefined) return undefined;
  if (digits === undefined) return { network, amount: null };

  const tenths = BigInt(digits) * (units[multiplier] ?? 0n);
  return tenths % 10n === 0n ? { network, amount: String(tenths / 10n) } : undefined;
}
