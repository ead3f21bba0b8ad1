import { beforeEach, describe, expect, it } from 'vitest';
import { replaceTerms } from '../../../../src/adapters/state/asked-terms.ts';
import { SqlBuyers } from '../../../../src/adapters/state/buyers.ts';
import type { StateDatabase } from '../../../../src/adapters/state/database.ts';
import { SqlPayments } from '../../../../src/adapters/state/payments.ts';
import type { AttributedSettlement, BuyerSum, Funding } from '../../../../src/domain/payments.ts';
import { printSubject, type Subject } from '../../../../src/domain/subject.ts';
import { aPayment, aPeriod, network, timeOf, usdc, walletOf } from '../../../fixtures/payments.ts';
import { aStateDatabase } from '../../../support/state-database.ts';

const one = 1_000_000n;
const tokens = [{ network, asset: usdc, one }];
const subject: Subject = { endpoint: 'https://a.example.com/', network, wallet: walletOf(1) };
const late = timeOf(10_000_000);
const [first, second] = [walletOf(100), walletOf(101)];

let database: StateDatabase;
let payments: SqlPayments;
let buyers: SqlBuyers;

beforeEach(async () => {
  database = await aStateDatabase();
  payments = new SqlPayments(database);
  buyers = new SqlBuyers(database);
});

/** Declares what a service is paid for from a block on. */
async function declare(since: number, changes: Partial<Subject> = {}, serviceId = 'a'): Promise<void> {
  const declared = { ...subject, ...changes };
  const terms = [aPeriod(serviceId, { wallet: declared.wallet })];
  await payments.declare([{ serviceId, subject: declared, terms, at: timeOf(since) }]);
}

/** Notes that the live 402 of a service asks for payments to a wallet from a block on. */
async function see(serviceId: string, since: number, wallet = walletOf(1)): Promise<void> {
  const at = timeOf(since);
  await database.transaction(() =>
    replaceTerms(serviceId, 'observed', [aPeriod(serviceId, { wallet })], { since: at, at }),
  );
}

async function record(from: number, to: number, ...settlements: readonly AttributedSettlement[]) {
  const accounts = [1, 2].map((n) => ({ asset: usdc, wallet: walletOf(n) }));
  const at = (block: number) => ({ block, at: timeOf(block) });
  await payments.record({ network, accounts, from: at(from), to: at(to), settlements });
}

const sumsOf = async (id = 'a'): Promise<readonly BuyerSum[]> =>
  (await buyers.sums(tokens, [id])).get(id) ?? [];
const walletsOf = async (id = 'a'): Promise<number> =>
  (await sumsOf(id)).reduce((count, { wallets }) => count + wallets, 0);
const due = () => buyers.due(network, late, 100);

/** Notes the same of all buyers that are due. */
async function look(funding: Funding): Promise<readonly string[]> {
  return buyers.noteFunding(
    network,
    (await due()).map((buyer) => ({ ...buyer, funding })),
  );
}

describe('the buyers of a service', () => {
  it('are the wallets that paid it, of which nobody knows at first who funded them', async () => {
    await declare(0);
    await record(
      1,
      10,
      aPayment(['a'], { block: 2, payer: first }),
      aPayment(['a'], { block: 3, payer: first, units: 2_000n }),
      aPayment(['a'], { block: 4, payer: second }),
    );

    expect(await sumsOf()).toEqual([
      {
        ...{ serviceId: 'a', network, asset: usdc, funding: 'unknown', subject: printSubject(subject) },
        ...{ wallets: 2, paid: 0.004, weight: 0 },
      },
    ]);
    expect(await due()).toMatchObject([
      { serviceId: 'a', payer: first, units: 3_000n, lastBlock: 3 },
      { serviceId: 'a', payer: second, units: 1_000n, lastBlock: 4 },
    ]);
  });

  it('are those of all services, too', async () => {
    await declare(0);
    await declare(0, {}, 'b');
    await record(1, 10, aPayment(['a'], { block: 2 }), aPayment(['b'], { block: 3 }));

    expect([...(await buyers.sums(tokens)).keys()].sort()).toEqual(['a', 'b']);
    expect((await buyers.sums([])).size).toBe(0);
  });

  it('are only those who paid since its wallet and endpoint were first seen', async () => {
    await declare(5);
    await record(
      1,
      10,
      aPayment(['a'], { block: 4, payer: first }),
      aPayment(['a'], { block: 5, payer: second }),
    );

    expect(await due()).toMatchObject([{ payer: second }]);
  });

  it('may have paid in a block that was begun just before that', async () => {
    const since = new Date(timeOf(5).getTime() + 900);
    await payments.declare([{ serviceId: 'a', subject, terms: [aPeriod('a')], at: since }]);
    await record(1, 10, aPayment(['a'], { block: 5 }));

    expect(await walletsOf()).toBe(1);
  });

  it.each<[string, Partial<Subject>]>([
    ['wallet', { wallet: walletOf(2) }],
    ['endpoint', { endpoint: 'https://b.example.com/' }],
    ['network', { network: 'eip155:8453' }],
  ])('are gone when it has another %s, and stay gone when it goes back', async (_, changes) => {
    await declare(0);
    await record(1, 10, aPayment(['a'], { block: 2 }));
    await look('independent');

    await declare(20, changes);
    expect(await walletsOf()).toBe(0);
    await declare(30);
    expect(await walletsOf()).toBe(0);
    await record(31, 40, aPayment(['a'], { block: 35 }));
    expect(await walletsOf()).toBe(1);
  });

  it('stay when its price changes, or when it leaves the catalog and comes back', async () => {
    await declare(0);
    await record(1, 10, aPayment(['a'], { block: 2 }));
    await payments.declare([
      { serviceId: 'a', subject, terms: [aPeriod('a', { units: 7n })], at: timeOf(20) },
      { serviceId: 'a', terms: [], at: timeOf(30) },
    ]);
    await declare(40);

    expect(await walletsOf()).toBe(1);
  });

  it('are not those who paid a wallet that it had before, or several services', async () => {
    await declare(0, { wallet: walletOf(2) });
    await declare(1);
    await record(
      1,
      10,
      aPayment(['a'], { block: 2, wallet: walletOf(2) }),
      aPayment(['a', 'b'], { block: 3 }),
      aPayment([], { block: 4 }),
    );

    expect(await walletsOf()).toBe(0);
  });

  it('are not taken away by a service that merely declares its wallet', async () => {
    await declare(0);
    await declare(0, {}, 'b');
    await see('a', 1);
    await see('b', 1, walletOf(2));
    await record(1, 10, aPayment(['a', 'b'], { block: 2 }));

    expect([await walletsOf('a'), await walletsOf('b')]).toEqual([1, 0]);
  });

  it('are nobody’s before one of several services, or after two of them were seen to ask for the payments', async () => {
    await declare(0);
    await declare(0, {}, 'b');
    await see('b', 3);
    await see('a', 6);
    const shared = [2, 4, 7].map((block) => aPayment(['a', 'b'], { block, payer: walletOf(100 + block) }));
    await record(1, 10, ...shared);

    expect(await due()).toMatchObject([{ serviceId: 'b', payer: walletOf(104) }]);
    await record(1, 10);
    expect(await due()).toEqual([]);
  });

  it('go with their payments when the chain is reorganised', async () => {
    await declare(0);
    await record(1, 10, aPayment(['a'], { block: 2 }), aPayment(['a'], { block: 3 }));
    await record(3, 10);
    expect(await due()).toMatchObject([{ units: 1_000n }]);

    await record(1, 10);
    expect(await walletsOf()).toBe(0);
  });

  it('stay when their payments are forgotten one by one', async () => {
    await declare(0);
    await record(1, 10, aPayment(['a'], { block: 2 }));
    await payments.prune(timeOf(100));

    expect(await walletsOf()).toBe(1);
  });
});

describe('a look at who funded buyers', () => {
  beforeEach(async () => {
    await declare(0);
    await record(1, 10, aPayment(['a'], { block: 2, payer: first, units: 3n * one }));
  });

  it('gives them a weight of at most one token, and is over', async () => {
    expect(await look('independent')).toEqual(['a']);

    expect(await sumsOf()).toMatchObject([{ funding: 'independent', wallets: 1, paid: 3, weight: 1 }]);
    expect(await due()).toEqual([]);
  });

  it('is due again when they have paid twice as much, and until then counts what they had paid', async () => {
    await record(11, 20, aPayment(['a'], { block: 12, payer: second, units: one / 4n }));
    await look('independent');
    await record(21, 30, aPayment(['a'], { block: 22, payer: second, units: one / 5n }));
    expect(await due()).toEqual([]);
    expect((await sumsOf())[0]).toMatchObject({ paid: 3.45, weight: 1.25 });

    await record(31, 40, aPayment(['a'], { block: 32, payer: second, units: one / 5n }));
    expect(await due()).toMatchObject([{ payer: second, units: (65n * one) / 100n }]);
  });

  it('is not due soon after somebody began one', async () => {
    await buyers.noteTry(network, await due(), timeOf(50));

    expect(await buyers.due(network, timeOf(50), 10)).toEqual([]);
    expect(await buyers.due(network, timeOf(51), 10)).toHaveLength(1);
  });

  it('is due first for those who have waited longest', async () => {
    await buyers.noteTry(network, await due(), timeOf(50));
    await record(11, 20, aPayment(['a'], { block: 12, payer: second }));

    expect((await due()).map(({ payer }) => payer)).toEqual([second, first]);
    expect(await buyers.due(network, late, 1)).toMatchObject([{ payer: second }]);
    expect(await buyers.due('eip155:8453', late, 10)).toEqual([]);
  });
});

describe('the wallets of a seller', () => {
  it('are those that it declares, declared and was paid at', async () => {
    await declare(0, { wallet: walletOf(7) });
    await declare(1);
    await record(1, 10, aPayment(['a', 'b'], { block: 2, wallet: walletOf(2) }));
    const found = await buyers.walletsOf(network, ['a', 'c']);

    expect([...found.keys()]).toEqual(['a']);
    expect([...(found.get('a') ?? [])].sort()).toEqual([1, 2, 7].map(walletOf).sort());
  });
});
