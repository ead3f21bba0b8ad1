import type * as english from '../en/price-card.ts';
import { groupThousands } from '../formats.ts';

export const priceCard: typeof english.priceCard = {
  label: 'Preis und Zahlung',
  perRequest: 'pro Aufruf',
  free: 'Kostenlos.',
  cost: ({ inWords, perThousand, currency, forOne }) =>
    `Je Anfrage ${inWords}; ${perThousand} ${currency} für 1.000 Anfragen${forOne === undefined ? '' : `, ${forOne} Anfragen für 1 ${currency}`}.`,
  freeQuota: 'Freikontingent',
  freeRequests: (quota) => {
    if (quota === undefined) return 'Nicht angegeben';
    return quota === 1 ? '1 Anfrage' : `${groupThousands(quota)} Anfragen`;
  },
  network: 'Netzwerk',
  testnet: 'Ein Testnetz: Seine Tokens sind nichts wert.',
  alsoAccepts: 'Auch bezahlbar auf',
  takes: 'Bezahlbar über',
  alsoTakes: 'Auch bezahlbar über',
  wallet: 'Wallet',
  walletToCopy: 'Wallet-Adresse',
  explorer: 'Im Explorer ansehen',
  samePayee: 'Alle Dienste mit dieser Wallet',
  endpoint: 'Endpunkt',
  endpointToCopy: 'Endpunkt',
  sameHost: 'Alle Dienste dieses Hosts',
  liveTerms: 'Aktuelle Bedingungen',
  seen: (time) => ['gesehen am ', time],
};

export const costOfCalls: typeof english.costOfCalls = {
  caption: 'Kosten von Aufrufen',
  calls: 'Aufrufe',
  cost: 'Kosten',
};

export const freeQuotaSentence: typeof english.freeQuotaSentence = (freeQuota) =>
  freeQuota === 1
    ? 'Der erste Aufruf ist laut Anbieter kostenlos.'
    : `Die ersten ${groupThousands(freeQuota)} Aufrufe sind laut Anbieter kostenlos.`;
