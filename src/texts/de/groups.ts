import type * as english from '../en/groups.ts';
import { counted, groupThousands } from '../formats.ts';
import { familyTitles } from './families.ts';
import { nouns } from './nouns.ts';

export const hostTitle: typeof english.hostTitle = (host, page) =>
  page === 1 ? `Dienste von ${host}` : `Dienste von ${host}, Seite ${String(page)}`;

export const payeeTitle: typeof english.payeeTitle = (address, page) =>
  page === 1 ? `Zahlungen an ${address}` : `Zahlungen an ${address}, Seite ${String(page)}`;

export const hostDescription: typeof english.hostDescription = (services, host) =>
  `${counted(services, nouns.service)} von ${host}, über x402 pro Aufruf bezahlt: Preise, Wallets, Status und Zahlungen.`;

export const payeeDescription: typeof english.payeeDescription = (services, address) =>
  `Die Wallet ${address} erhält über x402 die Zahlungen für ${counted(services, nouns.service)}: Hosts, Preise, Status und Zahlungen.`;

export const hostLead: typeof english.hostLead = (services) =>
  `${counted(services, nouns.service)} auf diesem Host, höchste Vertrauensnote zuerst.`;

export const payeeLead: typeof english.payeeLead = (services, family) =>
  `Diese Wallet erhält auf ${familyTitles[family]} die Zahlungen für ${counted(services, nouns.service)}: laut Anbieter oder laut 402-Antwort.`;

export const payeeKinds: typeof english.payeeKinds = {
  declared: 'Von den Anbietern angegeben',
  observed: 'Nur in der 402-Antwort genannt',
};

export const group: typeof english.group = {
  services: 'Dienste',
  paidTo: 'Gezahlt wird an',
  payeeHeading: 'Zahlungen an diese Wallet',
  walletAddress: 'Adresse der Wallet',
  hosts: 'Hosts',
  onTheChain: 'Auf der Blockchain',
};

export const groupSums: typeof english.groupSums = {
  status: 'Status',
  prices: 'Preise',
  payments: 'Zahlungen',
  noPayments: 'Keine gezählt',
  owners: 'Anbieter',
  nobody: 'Noch niemand',
  firstListed: 'Zuerst eingetragen',
};

export const stateText: typeof english.stateText = (label, services) =>
  `${label}: ${groupThousands(services)}`;

export const priceRangeText: typeof english.priceRangeText = (lowest, highest, currency) =>
  lowest === highest ? `${lowest} ${currency}` : `${lowest} bis ${highest} ${currency}`;

export const furtherText: typeof english.furtherText = (count) => `und ${groupThousands(count)} weitere`;

export const otherHostsText: typeof english.otherHostsText = (hosts) =>
  hosts === 0 ? 'von keinem anderen Host genutzt' : `außerdem ${counted(hosts, nouns.otherHost)}`;

export const groupPayments: typeof english.groupPayments = (payments, payers, amounts) =>
  `${counted(payments, nouns.payment)} von ${counted(payers, nouns.wallet)}: ${amounts.join(', ')}.`;

export const onTestNetworks: typeof english.onTestNetworks = (amount) => `${amount} in Testnetzen`;

export const sharedPayments: typeof english.sharedPayments =
  'Einige davon zählen auch für Dienste anderswo, mit derselben Wallet und demselben Preis.';

export const explorerText: typeof english.explorerText = (network) => `Im Explorer von ${network}`;

export const nothingListed: typeof english.nothingListed = {
  host: {
    title: 'Host nicht gefunden',
    description: 'Auf diesem Host ist kein Dienst eingetragen.',
    lead: (host) => ['Auf dem Host ', host, ' ist kein Dienst eingetragen.'],
  },
  payee: {
    title: 'Wallet nicht gefunden',
    description: 'An diese Wallet wird für keinen eingetragenen Dienst gezahlt.',
    lead: (wallet) => ['An die Wallet ', wallet, ' wird für keinen eingetragenen Dienst gezahlt.'],
  },
};
