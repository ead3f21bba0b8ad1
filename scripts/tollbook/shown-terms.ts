import { effectiveTerms } from '../../src/domain/effective-terms.ts';
import { chainName } from '../../src/domain/network.ts';
import type { FieldComparison } from '../../src/domain/payment-terms.ts';
import { declaredPrice } from '../../src/domain/varying-price.ts';
import type { ComparedFields, ShownService } from './answers.ts';

/** What a buyer is asked for, in words: the live terms, with the declared ones where they differ. */
export interface ShownTerms {
  readonly price: string;
  readonly network: string;
  readonly wallet: string;
  readonly isOtherWallet: boolean;
}

export function shownTerms(service: ShownService, { fields, price }: ComparedFields): ShownTerms {
  const { pricing, x402Config } = service;
  const terms = effectiveTerms({
    declared: { ...service, price },
    observed: { differences: fields.flatMap(differing) },
  });
  const { differs, isTokenUnknown } = terms;
  const declared = `${declaredPrice({ pricing, price })} ${pricing.currency}`;
  const asked = `${terms.price} ${terms.currency}`;
  const noted = (text: string, isOther: boolean, said: string): string =>
    isOther ? `${text} (${said} declared)` : text;

  return {
    price: isTokenUnknown
      ? `${declared} per request as declared; the live token is not known`
      : noted(`${differs.amount ? asked : declared} per request`, differs.amount, declared),
    network: noted(chainName(terms.network), differs.network, x402Config.network),
    wallet: noted(terms.wallet, differs.wallet, x402Config.paymentAddress),
    isOtherWallet: differs.wallet,
  };
}

const compared: readonly string[] = [
  'price',
  'payTo',
  'network',
  'asset',
] satisfies FieldComparison['field'][];

function differing(shown: ComparedFields['fields'][number]): FieldComparison[] {
  const isKnown = (field: string): field is FieldComparison['field'] => compared.includes(field);
  const { field, match, ...values } = shown;

  return match !== true && values.observed !== null && isKnown(field) ? [{ field, match, ...values }] : [];
}
