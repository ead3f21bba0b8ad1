import { nouns } from '#texts/nouns.ts';
import type { Family } from '../domain/network.ts';
import type { GroupPayments } from '../views/catalog-payments.ts';
import { amountIn, counted, groupThousands } from '../texts/formats.ts';

/* The words of the pages of hosts and wallets. */

/** Where an address of each family is one and the same wallet. */
const familyTitles: Readonly<Record<Family, string>> = {
  eip155: 'EVM networks',
  solana: 'Solana',
  stellar: 'Stellar',
  aptos: 'Aptos',
  sui: 'Sui',
  algorand: 'Algorand',
  hedera: 'Hedera',
  keeta: 'Keeta',
  other: 'other networks',
};

export function hostTitle(host: string, page: number): string {
  return page === 1 ? `Services of ${host}` : `Services of ${host}, page ${String(page)}`;
}

export function payeeTitle(address: string, page: number): string {
  return page === 1 ? `Paid to ${address}` : `Paid to ${address}, page ${String(page)}`;
}

export function hostDescription(services: number, host: string): string {
  return `${counted(services, nouns.service)} of ${host} charging per request through x402: prices, wallets, status and payments.`;
}

export function payeeDescription(services: number, address: string): string {
  return `${counted(services, nouns.service)} paid to the wallet ${address} through x402: hosts, prices, status and payments.`;
}

export function hostLead(services: number): string {
  return `${counted(services, nouns.service)} of this host, most trusted first.`;
}

export function payeeLead(services: number, family: Family): string {
  return `${counted(services, nouns.service)} paid to this wallet on ${familyTitles[family]}: declared by the owner, or named by the live 402.`;
}

/** The two ways in which a wallet is that of a service, as headings. */
export const payeeKinds = {
  declared: 'Declared by their owners',
  observed: 'Only named by their live 402',
};

export function stateText(label: string, services: number): string {
  return `${label}: ${groupThousands(services)}`;
}

export function priceRangeText(lowest: string, highest: string, currency: string): string {
  return lowest === highest ? `${lowest} ${currency}` : `${lowest} to ${highest} ${currency}`;
}

export function furtherText(count: number): string {
  return `and ${groupThousands(count)} more`;
}

export function servicesText(services: number): string {
  return counted(services, nouns.service);
}

/** How many hosts beside one share a wallet with it. */
export function otherHostsText(hosts: number): string {
  return hosts === 0 ? 'no other host is paid to it' : `${counted(hosts, nouns.otherHost)} paid to it`;
}

/** The payments in a sentence or two; null where none were counted. Tokens of test networks are worth nothing, so they stand apart. */
export function groupPaymentsText({ sums, payers, isShared }: GroupPayments): string | null {
  const payments = sums.reduce((total, { txCount }) => total + txCount, 0);
  if (payments === 0) return null;

  const amounts = sums
    .map(
      ({ currency, revenue, isTestnet }) =>
        `${amountIn(currency, revenue)}${isTestnet ? ' on test networks' : ''}`,
    )
    .sort();
  const shared = isShared
    ? ' Some of them count for services elsewhere as well, with the same wallet and price.'
    : '';
  return `${counted(payments, nouns.payment)} by ${counted(payers, nouns.wallet)}: ${amounts.join(', ')}.${shared}`;
}

export function explorerText(network: string): string {
  return `On the explorer of ${network}`;
}

/** What the page says where nothing is listed. */
export const nothingListed = {
  host: { title: 'Host not found', before: 'No service is listed at the host' },
  payee: { title: 'Wallet not found', before: 'No listed service is paid to the wallet' },
};
