import type { Peg } from '../../domain/asset.ts';
import type * as english from '../en/money.ts';
import { decimalText } from '../formats.ts';

export const pegUnits: typeof english.pegUnits = {
  USD: { unit: ['US-Dollar', 'US-Dollar'], hundredth: ['US-Cent', 'US-Cent'] },
  EUR: { unit: ['Euro', 'Euro'], hundredth: ['Eurocent', 'Eurocent'] },
};

const signs: Readonly<Record<Peg, string>> = { USD: '$', EUR: '€' };

export const withSign: typeof english.withSign = (decimal, peg) =>
  `${decimalText(decimal)}\u00a0${signs[peg]}`;

export const freePrice: typeof english.freePrice = { text: 'nichts' };
