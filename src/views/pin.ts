import { askedAddress } from '../domain/asked-address.ts';
import { isPaidByX402 } from '../domain/facts.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import { type Pin, pinSpanMs } from '../domain/pin.ts';
import type { Entry } from '../domain/snapshot.ts';
import { comparedScheme } from '../verification/terms.ts';
import type { ObservedView } from './observed-terms.ts';

type Seen = Pick<ObservedView, 'fields' | 'accepts' | 'method' | 'readAt'>;

/**
 * What a buyer may rely on until a time. Null where no check read terms by `exact`, where they change with each request, where the last answer did
 * not ask for x402, where the service is inactive, and where its live 402 pays another wallet than the declared one.
 */
export function pinOf(entry: Entry, { fields, accepts, method, readAt }: Seen): Pin | null {
  const { declared, observed } = entry;
  const { facts, status } = observed;
  const { wallet, price } = facts.standing.varying;
  const isSteady = declared.price === undefined && wallet.since === null && price.since === null;
  const isToWallet = fields.some(({ field, match }) => field === 'payTo' && match === true);
  if (!isSteady || !isToWallet || status === 'inactive' || !isPaidByX402(facts)) return null;

  const terms = accepts.find((each) => isCompared(each, fields));
  if (!terms || method === null || readAt === null) return null;
  const { network, asset, payTo, amount: maxAmount } = terms;
  const validUntil = new Date(Date.parse(readAt) + pinSpanMs).toISOString();

  return { url: askedAddress(entry), method, network, asset, payTo, maxAmount, validUntil };
}

/** Whether these are the terms that were compared with the declared ones. */
function isCompared(terms: Seen['accepts'][number], fields: readonly FieldComparison[]): boolean {
  const { scheme, network, payTo, currency, asset, price } = terms;
  const own = { price, payTo, network, asset: currency ?? asset, scheme };

  return (
    scheme === comparedScheme && fields.every(({ field, observed }) => observed === (own[field] ?? null))
  );
}
