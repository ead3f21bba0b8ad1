import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import type { PayeeSum, TokenSum } from '../../../src/domain/payments.ts';
import { PaymentHistory } from '../../../src/live/payment-history.ts';
import { timeOf } from '../../fixtures/payments.ts';

const base = 'eip155:8453';
const sepolia = 'eip155:84532';
const usdc: Readonly<Record<string, string>> = {
  [base]: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  [sepolia]: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  'eip155:137': '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
};
const sumOn = (network: string, units: bigint, asset = usdc[network] ?? ''): TokenSum => ({
  network,
  asset,
  payments: 2,
  units,
});

/** The history of a catalog with these sums, and how often they were read. */
function historyOf(
  sums: readonly TokenSum[],
  networks: readonly string[],
  payees: ReadonlyMap<string, readonly PayeeSum[]> = new Map(),
) {
  const seen = { reads: 0, now: timeOf(0), isBroken: false };
  const payments = {
    days: () => Promise.resolve([]),
    payersOn: () => Promise.resolve(0),
    recent: () => Promise.resolve([]),
    progress: () => Promise.resolve(undefined),
    totals: (from?: string) => {
      if (from !== undefined) return Promise.resolve(from === '2026-01-26' ? sums.slice(0, 1) : []);
      seen.reads += 1;
      return seen.isBroken ? Promise.reject(new Error('busy')) : Promise.resolve(sums);
    },
    sums: (ids: readonly string[] = []) =>
      Promise.resolve(new Map(ids.map((id) => [id, payees.get(id) ?? []]))),
    payers: (ids: readonly number[]) => Promise.resolve({ payers: 10 * ids.length, most: 1 }),
    newest: () => Promise.resolve(new Map([[base, { block: 9, at: timeOf(9) }]])),
  };
  const clock = () => seen.now;
  const history = new PaymentHistory({ payments, assets: knownAssets, networks: new Set(networks), clock });
  return { history, seen };
}

it('adds up the payments of the catalog by currency, with those of test networks apart', async () => {
  const { history } = historyOf(
    [sumOn(base, 1_500_000n), sumOn('eip155:137', 500_000n), sumOn(sepolia, 7n)],
    [base, 'eip155:137', sepolia],
  );

  expect((await history.catalogPayments()).sums).toEqual([
    { currency: 'USDC', isTestnet: false, txCount: 4, revenue: '2' },
    { currency: 'USDC', isTestnet: true, txCount: 2, revenue: '0.000007' },
  ]);
});

it('counts those of the last 7 days, with those of test networks apart', async () => {
  const { history, seen } = historyOf([sumOn(sepolia, 7n), sumOn(base, 7n)], [base, sepolia]);
  seen.now = new Date('2026-02-01T12:00:00.000Z');

  expect((await history.catalogPayments()).week).toEqual({ main: 0, test: 2 });
});

it('says how far each network is counted', async () => {
  const { history } = historyOf([], [base, sepolia]);

  expect((await history.catalogPayments()).networks).toEqual([
    { id: base, countedTo: timeOf(9).toISOString() },
    { id: sepolia, countedTo: null },
  ]);
});

it('leaves out networks that are counted no more, and tokens that are not known any more', async () => {
  const { history } = historyOf([sumOn(sepolia, 7n), sumOn(base, 7n, '0xgone')], [base]);

  expect((await history.catalogPayments()).sums).toEqual([]);
});

it('reads the sums of the catalog at most once a minute', async () => {
  const { history, seen } = historyOf([sumOn(base, 7n)], [base]);
  await Promise.all([history.catalogPayments(), history.catalogPayments()]);
  seen.now = new Date(timeOf(1).getTime() - 1);
  await history.catalogPayments();
  expect(seen.reads).toBe(1);

  seen.now = timeOf(1);
  await history.catalogPayments();
  expect(seen.reads).toBe(2);
});

it('reads them again once a clock that was ahead is right', async () => {
  const { history, seen } = historyOf([sumOn(base, 7n)], [base]);
  await history.catalogPayments();
  seen.now = new Date(timeOf(0).getTime() - 1);
  await history.catalogPayments();

  expect(seen.reads).toBe(2);
});

it('reads them again after a failure', async () => {
  const { history, seen } = historyOf([sumOn(base, 7n)], [base]);
  seen.isBroken = true;
  await expect(history.catalogPayments()).rejects.toThrow('busy');

  seen.isBroken = false;
  expect((await history.catalogPayments()).sums).toHaveLength(1);
});

it('reads nothing where no network is counted', async () => {
  const { history, seen } = historyOf([sumOn(base, 7n)], []);

  expect(await history.catalogPayments()).toEqual({ networks: [], sums: [], week: { main: 0, test: 0 } });
  expect(seen.reads).toBe(0);
});

describe('the payments to several services', () => {
  const payee = (id: number, services: readonly string[], network = base): PayeeSum => ({
    ...sumOn(network, 1_000_000n),
    id,
    services,
    wallet: '0xa1',
    payers: 1,
    most: 1,
    own: 0,
  });
  const [own, shared] = [payee(1, ['a']), payee(2, ['a', 'b', 'elsewhere'])];

  it('count each once, also those that several of them report', async () => {
    const { history } = historyOf(
      [],
      [base],
      new Map([
        ['a', [own, shared]],
        ['b', [shared]],
      ]),
    );

    expect(await history.paymentsTo(['a', 'b'])).toEqual({
      payers: 20,
      isShared: true,
      sums: [{ currency: 'USDC', isTestnet: false, txCount: 4, revenue: '2' }],
    });
    expect(await history.paymentsTo([])).toEqual({ payers: 0, isShared: false, sums: [] });
  });

  it('leave out networks that nobody counts', async () => {
    const { history } = historyOf([], [base], new Map([['a', [payee(1, ['a'], sepolia)]]]));

    expect(await history.paymentsTo(['a'])).toEqual({ payers: 0, isShared: false, sums: [] });
  });
});
