import { currencySymbol } from '../../domain/currency.ts';
import { plainDecimal } from '../../domain/decimal.ts';
import type { Rail } from '../../domain/rail.ts';
import { addressFault } from '../../domain/payment-address.ts';
import { isObject, type JsonObject, membersOf } from '../../domain/json-object.ts';
import { intentName, methodName } from '../rails/mpp.ts';
import { maxRails } from '../rails/rails.ts';
import { atomicAmount } from '../terms.ts';

/** What an operation of OpenAPI says of its price. */
export interface PaymentInfo {
  readonly price?: string;
  readonly currency?: string;
  readonly rails: readonly Rail[];
}

const maxEntries = 64;

/**
 * Reads `x-payment-info` in both of its dialects: that of x402scan has a decimal `price` and `protocols`; that of MPP
 * (draft-payment-discovery-00) has `offers` in base units, or is one offer itself. Sellers may write both together.
 */
export function readPaymentInfo(info: unknown): PaymentInfo {
  const members = membersOf(info);
  const isOffer = 'intent' in members && 'method' in members;
  const offers = isOffer ? [members] : listOf(members['offers']);
  const rails: Rail[] = [];

  for (const rail of [...offers.map(offered), ...listOf(members['protocols']).flatMap(protocolsOf)]) {
    if (rail && rails.length < maxRails && !rails.some((each) => isSame(each, rail))) rails.push(rail);
  }
  return { ...priceOf(membersOf(members['price'])), rails };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxEntries) : [];
}

/** A price that varies is left open. */
function priceOf({ mode = 'fixed', amount, currency }: JsonObject): Pick<PaymentInfo, 'price' | 'currency'> {
  if (mode !== 'fixed' || typeof amount !== 'string' || !plainDecimal.test(amount)) return {};

  const isCurrency = typeof currency === 'string' && currencySymbol.test(currency);
  return { price: amount, ...(isCurrency ? { currency } : {}) };
}

/** An offer of MPP. Its amount says nothing in decimals, since the decimals of its currency are not known. */
function offered(offer: unknown): Rail | undefined {
  const { method, intent, currency, amount } = membersOf(offer);
  if (typeof method !== 'string' || !methodName.test(method)) return undefined;
  if (typeof intent !== 'string' || !intentName.test(intent)) return undefined;

  const isCurrency = typeof currency === 'string' && addressFault('other', currency) === undefined;
  const isAmount = typeof amount === 'string' && atomicAmount.test(amount);
  return {
    ...nothingSaid,
    rail: 'mpp',
    method,
    intent,
    asset: isCurrency ? currency : null,
    amountAtomic: isAmount ? amount : null,
  };
}

const nothingSaid = { intent: null, network: null, asset: null, amountAtomic: null, payTo: null };

/** Entries of `protocols` are names, or objects whose members are named so. */
function protocolsOf(entry: unknown): (Rail | undefined)[] {
  const protocols = typeof entry === 'string' ? { [entry]: {} } : isObject(entry) ? entry : {};

  return [
    'x402' in protocols ? { ...nothingSaid, rail: 'x402' as const } : undefined,
    'mpp' in protocols ? (offered(protocols['mpp']) ?? { ...nothingSaid, rail: 'mpp' as const }) : undefined,
    'l402' in protocols ? { ...nothingSaid, rail: 'l402' as const } : undefined,
  ];
}

function isSame(a: Rail, b: Rail): boolean {
  return a.rail === b.rail && a.method === b.method && a.intent === b.intent;
}
