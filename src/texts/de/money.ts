import type * as english from '../en/money.ts';

export const pegUnits: typeof english.pegUnits = {
  USD: { unit: ['US-Dollar', 'US-Dollar'], hundredth: ['US-Cent', 'US-Cent'] },
  EUR: { unit: ['Euro', 'Euro'], hundredth: ['Eurocent', 'Eurocent'] },
};

export const freePrice: typeof english.freePrice = { text: 'nichts' };
