import type * as english from '../en/list.ts';
import { groupThousands, percentText } from '../formats.ts';

export const uptimeInMonth: typeof english.uptimeInMonth = (percent) =>
  percent === null ? 'Keine Messwerte' : `${percentText(percent)} in 30 Tagen`;

export const listRow: typeof english.listRow = {
  compare: 'Zum Vergleich:',
  testNetwork: 'Testnetz',
  deprecated: 'Abgekündigt',
  perRequest: 'pro Aufruf',
  furtherOfHost: (count) => `${groupThousands(count)} weitere von diesem Host`,
  furtherNetworks: (count) => `und ${String(count)} weitere`,
};

export const pager: typeof english.pager = {
  label: 'Seiten',
  previous: '← Zurück',
  next: 'Weiter →',
  place: ({ number, last }) => `Seite ${String(number)} von ${String(last)}`,
};
