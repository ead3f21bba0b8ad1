import type { Assets } from '../domain/asset.ts';
import { compareDecimal } from '../domain/decimal.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import type { DeclaredTerms } from '../domain/service.ts';
import type { Standing } from '../domain/standing.ts';
import { judge } from './judge.ts';
import { isReadToday, priced, termsIn } from './terms.ts';

const none: readonly FieldComparison[] = [];

/** In what the live terms, as last read, are not as declared; null where none are on file. */
export function differencesOf(
  declared: DeclaredTerms,
  { termsKey }: Pick<Standing, 'termsKey'>,
  assets: Assets,
): readonly FieldComparison[] | null {
  const offered = termsKey === null ? [] : (termsIn(termsKey) ?? []).filter(isReadToday);
  if (offered.length === 0) return null;

  const { fields } = judge(
    declared,
    offered.map((terms) => priced(terms, assets)),
  );
  const differing = fields.filter(
    (each) => each.field !== 'scheme' && (each.match !== true || isAboveVarying(each, declared)),
  );
  return differing.length === 0 ? none : differing;
}

/** A price that varies without a limit is as declared, but buyers should know the one that was asked. */
function isAboveVarying({ field, observed }: FieldComparison, { pricing, price }: DeclaredTerms): boolean {
  return (
    price === 'varies' &&
    field === 'price' &&
    observed !== null &&
    compareDecimal(observed, pricing.pricePerRequest) > 0
  );
}
