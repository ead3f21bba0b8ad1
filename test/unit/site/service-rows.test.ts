import { expect, it } from 'vitest';
import type { FieldComparison } from '../../../src/domain/payment-terms.ts';
import { listedParts, priceParts } from '../../../src/site/amount.ts';
import { serviceRows } from '../../../src/site/service-rows.ts';
import { anEntry } from '../../fixtures/services.ts';
import {
  aBlockedEntry,
  aCheckedEntry,
  anEntryFound,
  aPaidEntry,
  catalogOf,
  historyOf,
  measuredDays,
  sameTerms,
} from '../../fixtures/site-catalog.ts';

const rowOf = async (entry: ReturnType<typeof anEntry>, history: ReturnType<typeof historyOf>) =>
  (await serviceRows([entry], catalogOf([entry], history)))[0];

it('shows the live price beside the declared one if they differ', async () => {
  expect(await rowOf(anEntryFound('price_mismatch'), historyOf(measuredDays))).toMatchObject({
    amount: { price: '0.5', currency: 'USDC', listed: '0.001', note: null },
    state: 'price_differs',
    note: null,
  });
});

it('shows only the declared price if the live one agrees', async () => {
  expect(
    await rowOf(aCheckedEntry({}, { trustScore: 70 }), historyOf(measuredDays, sameTerms)),
  ).toMatchObject({
    amount: { price: '0.001', listed: null, note: null },
    state: 'verified',
    trust: 'Trust 70 of 100',
    checks: '24 of 24 checks so far',
    strip: undefined,
  });
});

it('has no score and no measured checks for a service that blocks checks', async () => {
  expect(await rowOf(aBlockedEntry(), historyOf([], []))).toMatchObject({
    state: 'uncheckable',
    note: 'keeps checks away',
    trust: null,
    checks: null,
    strip: undefined,
  });
});

it.each([
  [{}, '1,200 payments'],
  [{ txCount: 1 }, '1 payment'],
  [{ txCount: 0 }, 'No payments yet'],
  [{ attribution: 'wallet', txCount: 7 }, '7 payments to a shared wallet'],
  [{ attribution: null, txCount: 0 }, null],
] as const)('says how many payments were counted: %j', async (payments, label) => {
  expect(await rowOf(aPaidEntry(payments), historyOf([], []))).toMatchObject({ payments: label });
});

it('shows host and path of the endpoint, which tell services of one host apart', async () => {
  const one = anEntry({ endpoint: 'https://api.example.com/v1/translate' });

  expect(await rowOf(one, historyOf([], []))).toMatchObject({ address: 'api.example.com/v1/translate' });
});

it('says which services are on a test network', async () => {
  const { x402Config } = anEntry().declared;
  const main = anEntry({ x402Config: { ...x402Config, network: 'base' } });

  expect(await rowOf(anEntry(), historyOf([], []))).toMatchObject({ isTestnet: true });
  expect(await rowOf(main, historyOf([], []))).toMatchObject({ isTestnet: false });
});

it('counts as further networks only those that the live 402 accepts', async () => {
  const { declared, observed } = anEntryFound('network_mismatch');
  const fields: FieldComparison[] = [
    { field: 'network', declared: 'eip155:84532', observed: 'eip155:137', match: false },
  ];
  const row = (chains: string[]) =>
    rowOf({ declared, observed: { ...observed, chains } }, historyOf(measuredDays, fields));

  expect(await row(['polygon'])).toMatchObject({ network: 'Polygon', furtherNetworks: 0 });
  expect(await row(['polygon', 'base'])).toMatchObject({ network: 'Polygon', furtherNetworks: 1 });
});

it.each([
  ['12', '12', ''],
  ['0.0025', '0', '.0025'],
  ['0.000000000000000001', '0', '.000000000000000001'],
])('splits %s at its decimal point', (price, whole, fraction) => {
  expect(priceParts(price)).toEqual([whole, fraction]);
});

it.each([
  ['0.014', '0', '.014'],
  ['12.5 EURC', '12', '.5 EURC'],
  ['12 EURC', '12', ' EURC'],
  ['12', '12', ''],
])('splits the listed price %s where the live one is split', (listed, whole, rest) => {
  expect(listedParts(listed)).toEqual([whole, rest]);
});
