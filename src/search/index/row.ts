import { decimalKey } from '../../domain/decimal.ts';
import { observedAmount } from '../../domain/effective-terms.ts';
import { chainName } from '../../domain/network.ts';
import { chainsAfter, type DeclaredService, type Observed, unobserved } from '../../domain/service.ts';
import { digestIn, type Entry } from '../../domain/snapshot.ts';
import { stateOf, states } from '../../domain/state.ts';
import { statuses } from '../../domain/status.ts';
import { highestPrice } from '../../domain/varying-price.ts';
import { chainsCode, type TableCodes } from './codes.ts';
import type { Columns } from './columns.ts';
import { meaningKey, meaningText } from './meaning-text.ts';

/** Digits that a double holds exactly. */
const digits = 15;

/**
 * A decimal price as two whole numbers, exact where a float is not: 12 digits before the point and 3 after it, then the
 * other 15.
 */
export type ExactPrice = readonly [high: number, low: number];

/** The steps that prices are counted by. Most prices are at most 0.01. */
export const priceSteps = ['0.001', '0.01', '0.1', '1'] as const;
/** The steps that uptime is counted by, in percent, highest first. */
export const uptimeSteps = [99, 95] as const;

/** What a declaration says about checks. */
const optedOut: Pick<DeclaredService, 'probing'> = { probing: false };
const checked: Pick<DeclaredService, 'probing'> = {};

const exactSteps = priceSteps.map(exactPrice);

/** Writes the row of a document into the columns. */
export function fillRow(
  columns: Columns,
  codes: TableCodes,
  document: number,
  entry: Entry,
  nameRank: number,
): void {
  const { declared } = entry;
  const { pricing } = declared;

  columns.alive[document] = 1;
  columns.name[document] = nameRank;
  columns.category[document] = codes.category.codeOf(declared.category);
  columns.optedOut[document] = declared.probing === false ? 1 : 0;
  columns.network[document] = chainsCode(codes, [chainName(declared.x402Config.network)]);
  columns.listedCurrency[document] = codes.currency.codeOf(pricing.currency);
  [columns.listedHigh[document], columns.listedLow[document]] = exactPrice(highestPrice(declared));
  columns.createdAt[document] = Date.parse(declared.createdAt);
  columns.freeQuota[document] = pricing.freeQuota ?? -1;
  columns.digest[document] = digestIn(entry);
  columns.text[document] = meaningKey(meaningText(declared));
  columns.vector[document] = 0;
  fillObserved(columns, codes, document, entry.observed);
}

/** Writes the part of a row that comes from observation; see `observedColumns`. The rest of the row must be there. */
export function fillObserved(
  columns: Columns,
  codes: TableCodes,
  document: number,
  observed: Observed,
): void {
  const declared = columns.optedOut[document] === 1 ? optedOut : checked;
  const network = columns.network[document] ?? 0;
  const { currency } = observedAmount(observed);
  const price = askedPrice(columns, document, observed);

  columns.observed[document] = observed === unobserved ? 0 : 1;
  columns.status[document] = statuses.indexOf(observed.status);
  columns.state[document] = states.indexOf(stateOf({ declared, observed }));
  columns.currency[document] =
    currency === undefined ? (columns.listedCurrency[document] ?? 0) : codes.currency.codeOf(currency);
  columns.chains[document] = chainsCodeAfter(codes, network, observed);
  [columns.priceHigh[document], columns.priceLow[document]] = price;
  columns.priceStep[document] = priceStepOf(price);
  columns.trustScore[document] = observed.trustScore;
  columns.uptime[document] = observed.uptimeScore;
  columns.payments[document] = observed.txCount;
}

/** What a buyer is asked for: the live price where that differs from the declared one. */
function askedPrice({ listedHigh, listedLow }: Columns, document: number, observed: Observed): ExactPrice {
  const { price } = observedAmount(observed);

  return price === undefined ? [listedHigh[document] ?? 0, listedLow[document] ?? 0] : exactPrice(price);
}

/** The code of all chains of a service whose declared network has this one. */
function chainsCodeAfter(codes: TableCodes, network: number, observed: Observed): number {
  if (observed.chains.length === 0) return network;

  return chainsCode(codes, chainsAfter(codes.chains.texts[network] ?? '', observed));
}

export function exactPrice(decimal: string): ExactPrice {
  const key = decimalKey(decimal);

  return [Number(key.slice(0, digits)), Number(key.slice(digits))];
}

/** The place of the first step that is not below the price; one past the last step for prices above all of them. */
function priceStepOf([high, low]: ExactPrice): number {
  const step = exactSteps.findIndex(([upTo, upToLow]) => high < upTo || (high === upTo && low <= upToLow));

  return step === -1 ? priceSteps.length : step;
}
