import type { Family } from '../../domain/families/families.ts';
import { counted, groupThousands } from '../formats.ts';
import { familyTitles } from './families.ts';
import type { Worded } from '../worded.ts';
import { nouns } from './nouns.ts';

/* The pages of hosts and wallets. */

export const hostTitle = (host: string, page: number): string =>
  page === 1 ? `Services of ${host}` : `Services of ${host}, page ${String(page)}`;

export const payeeTitle = (address: string, page: number): string =>
  page === 1 ? `Paid to ${address}` : `Paid to ${address}, page ${String(page)}`;

export const hostDescription = (services: number, host: string): string =>
  `${counted(services, nouns.service)} of ${host} charging per request through x402: prices, wallets, status and payments.`;

export const payeeDescription = (services: number, address: string): string =>
  `${counted(services, nouns.service)} paid to the wallet ${address} through x402: hosts, prices, status and payments.`;

export const hostLead = (services: number): string =>
  `${counted(services, nouns.service)} of this host, most trusted first.`;

export const payeeLead = (services: number, family: Family): string =>
  `${counted(services, nouns.service)} paid to this wallet on ${familyTitles[family]}: declared by the owner, or named by the live 402.`;

/** The two ways in which a wallet is that of a service, as headings. */
export const payeeKinds = {
  declared: 'Declared by their owners',
  observed: 'Only named by their live 402',
};

export const group = {
  services: 'Services',
  paidTo: 'Paid to',
  payeeHeading: 'Paid to this wallet',
  walletAddress: 'wallet address',
  hosts: 'Hosts',
  onTheChain: 'On the chain',
};

/** What the services of a group add up to. */
export const groupSums = {
  status: 'Status',
  prices: 'Prices',
  payments: 'Payments',
  noPayments: 'None counted',
  owners: 'Owners',
  nobody: 'Nobody yet',
  firstListed: 'First listed',
};

export const stateText = (label: string, services: number): string => `${label}: ${groupThousands(services)}`;

export const priceRangeText = (lowest: string, highest: string, currency: string): string =>
  lowest === highest ? `${lowest} ${currency}` : `${lowest} to ${highest} ${currency}`;

export const furtherText = (count: number): string => `and ${groupThousands(count)} more`;

/** How many hosts beside one share a wallet with it. */
export const otherHostsText = (hosts: number): string =>
  hosts === 0 ? 'no other host is paid to it' : `${counted(hosts, nouns.otherHost)} paid to it`;

/** The payments of a group, with what they amount to. */
export const groupPayments = (payments: number, payers: number, amounts: readonly string[]): string =>
  `${counted(payments, nouns.payment)} by ${counted(payers, nouns.wallet)}: ${amounts.join(', ')}.`;

export const onTestNetworks = (amount: string): string => `${amount} on test networks`;

export const sharedPayments: string =
  'Some of them count for services elsewhere as well, with the same wallet and price.';

export const explorerText = (network: string): string => `On the explorer of ${network}`;

/** What the page says where nothing is listed. */
export const nothingListed = {
  host: {
    title: 'Host not found',
    description: 'No service is listed at this host.',
    lead: <T>(host: T): Worded<T> => ['No service is listed at the host ', host, '.'],
  },
  payee: {
    title: 'Wallet not found',
    description: 'No listed service is paid to this wallet.',
    lead: <T>(wallet: T): Worded<T> => ['No listed service is paid to the wallet ', wallet, '.'],
  },
};
