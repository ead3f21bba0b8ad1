import { separators } from '#texts/language.ts';
import { plainDecimal } from '../domain/decimal.ts';
import { fold } from '../domain/plain-text.ts';
import { plain, shiftDecimal } from '../search/intent/numbers.ts';

/** An amount of dollars, folded. Digits may be grouped by nothing, since "1,000" is a thousand to some and one to others. */
const written =
  /^(?:us ?)?\$? ?(?<whole>\d*)(?:[.,](?<fraction>\d+))? ?(?<unit>us[ -]dollars?|dollars?|\$|usd|usdc|us[ -]cents?|cents?|c|¢)?$/;
const grouped = /^\D*[1-9]\d{0,2},\d{3}(?!\d)/;
const cent = /^(?:us[ -])?(?:cents?|c|¢)$/;

/**
 * Reads a price as people type it: `0.01`, `0,01`, `.01`, `$0.01`, `0,01 $`, `1 cent`, `0.01 USDC`. Returns the plain decimal; undefined for anything
 * else, and for other currencies, because prices are compared without exchange rates.
 */
export function readPrice(text: string): string | undefined {
  const folded = fold(text).trim().replace(/\s+/g, ' ');
  const { whole = '', fraction, unit = '' } = written.exec(folded)?.groups ?? {};
  if ((whole === '' && fraction === undefined) || grouped.test(folded)) return undefined;

  const number = `${whole === '' ? '0' : whole}${fraction === undefined ? '' : `.${fraction}`}`;
  const price = cent.test(unit) ? shiftDecimal(number, 2) : plain(number);
  return plainDecimal.test(price) ? price : undefined;
}

/** A price as it stands in a field: with the decimal sign of the language and without groups of digits, so that it can be read again. */
export function typedPrice(text: string): string {
  return plainDecimal.test(text) ? text.replace('.', separators.decimal) : text;
}
