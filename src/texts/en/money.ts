import type { Peg } from '../../domain/asset.ts';
import type { Noun } from '../formats.ts';

/** What a currency counts in. */
export interface MoneyUnits {
  readonly unit: Noun;
  readonly hundredth: Noun;
}

/** The currencies that tokens are pegged to. */
export const pegUnits: Readonly<Record<Peg, MoneyUnits>> = {
  USD: { unit: ['US dollar', 'US dollars'], hundredth: ['US cent', 'US cents'] },
  EUR: { unit: ['euro', 'euros'], hundredth: ['euro cent', 'euro cents'] },
};

/** A price of zero, in words. */
export const freePrice = { text: 'nothing' };
