import type * as english from '../en/list-picture.ts';
import { amountIn } from '../formats.ts';

export const listPicture: typeof english.listPicture = {
  home: {
    title: 'APIs finden, die pro Aufruf abrechnen',
    summary: 'Ein öffentlicher Katalog von x402-Diensten.',
  },
  all: { title: 'Alle Dienste', summary: 'Alle APIs im Katalog, die pro Aufruf abrechnen.' },
  unnamed: 'Dienste',
  empty: 'Noch keine Dienste',
  size: ({ services, percent }) => `${services} · ${String(percent)}\u00a0% bestätigt`,
  someFree: 'Einige sind kostenlos',
  from: ({ price, currency }) => `Ab ${amountIn(currency, price)} pro Aufruf`,
};
