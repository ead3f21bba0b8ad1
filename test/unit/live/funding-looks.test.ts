import { beforeEach, describe, expect, it } from 'vitest';
import { EvmLedger } from '../../../src/adapters/chain/evm-ledger.ts';
import { SqlBuyers } from '../../../src/adapters/state/buyers.ts';
import { SqlPayments } from '../../../src/adapters/state/payments.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import type { Funding } from '../../../src/domain/payments.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { TokenTransfer, TransferSide } from '../../../src/domain/settlement.ts';
import { subjectPartsOf } from '../../../src/domain/subject.ts';
import { CountedPayments } from '../../../src/live/counted-payments.ts';
import { FundingLooks } from '../../../src/live/funding-looks.ts';
import { ShownPayments } from '../../../src/live/shown-payments.ts';
import { declaredTerms } from '../../../src/payments/asked-terms.ts';
import { aPayment, network, timeOf, usdc, walletOf } from '../../fixtures/payments.ts';
import { aService } from '../../fixtures/services.ts';
import { EvmChain, transfer } from '../../support/chain/evm-chain.ts';
import { RpcProvider } from '../../support/chain/rpc-provider.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { aStateDatabase } from '../../support/state-database.ts';

const day = 24 * 3_600_000;
const one = 1_000_000n;
const [payee, owner, relay, exchange, first, second] = [1, 2, 3, 4, 100, 101].map(walletOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const service = aService({
  pricing: { currency: 'USDC', pricePerRequest: '0.001' },
  x402Config: { network: 'base-sepolia', paymentAddress: payee },
  owner: `wallet:${owner}`,
});

let chain: EvmChain;
let provider: RpcProvider;
let catalog: LiveCatalog;
let payments: SqlPayments;
let buyers: SqlBuyers;
let looks: FundingLooks;

/** Looks as after a start: they remember nothing but what is on file. */
function someLooks(changes: Partial<ConstructorParameters<typeof FundingLooks>[0]> = {}): FundingLooks {
  const { store, clock, log } = catalog;
  const { url, fetch } = provider;
  const counted = new CountedPayments({
    ...{ payments, buyers, assets: knownAssets },
    networks: new Set([network]),
  });
  const patience = { pauseMs: 0, tryMs: 300, tries: 2, longestWaitMs: 0 };

  return new FundingLooks({
    ...{ buyers, store, network, assets: knownAssets, lookbackMs: 30 * day, clock, log },
    shown: new ShownPayments({ store, counted }),
    ledger: new EvmLedger({ url, fetch, confirmations: 0, patience }),
    stopping: new AbortController().signal,
    ...changes,
  });
}

beforeEach(async () => {
  chain = new EvmChain();
  provider = new RpcProvider(chain);
  catalog = aLiveCatalog([service]);
  catalog.time.advance(timeOf(0).getTime() + day - catalog.clock().getTime());
  const database = await aStateDatabase();
  payments = new SqlPayments(database);
  buyers = new SqlBuyers(database);
  await declare(service);
  looks = someLooks();
});

async function declare(listed: DeclaredService): Promise<void> {
  await payments.declare([
    {
      serviceId: listed.id,
      subject: subjectPartsOf(listed),
      terms: declaredTerms(listed, knownAssets),
      at: timeOf(0),
    },
  ]);
}

const send = (block: number, payer: string, wallet: string, units = one): void => {
  chain.add(block, transfer({ token: usdc, payer, wallet, units }));
};

/** Records what wallets paid in a block, as a counter does. */
async function pay(block: number, ...payers: readonly string[]): Promise<void> {
  await payTo(payee, service.id, block, ...payers);
}

async function payTo(wallet: string, id: string, block: number, ...payers: readonly string[]): Promise<void> {
  const settlements = payers.map((payer, index) =>
    aPayment([id], { wallet, block, index, payer, units: one }),
  );
  const at = { block, at: timeOf(block) };
  await payments.record({
    network,
    accounts: [{ asset: usdc, wallet }],
    from: at,
    to: at,
    settlements,
  });
  chain.head = Math.max(chain.head, block);
}

const tip = () => ({ block: chain.head, at: catalog.clock() });
const pass = async (times = 1): Promise<void> => {
  for (let n = 0; n < times; n += 1) await looks.pass(tip());
};
const shown = () => catalog.store.snapshot.find(service.id)?.observed.facts.payments.buyers;
async function fundings(id = service.id): Promise<Record<string, Funding>> {
  const sums = await buyers.sums([{ network, asset: usdc, one }], [id]);
  return Object.fromEntries(
    (sums.get(id) ?? []).map(({ funding, wallets }) => [`${funding} ${String(wallets)}`, funding]),
  );
}

describe('a look at who funded buyers', () => {
  it('tells those whom the seller funded from others, and shows what they weigh', async () => {
    send(10, exchange, first);
    send(11, payee, second);
    await pay(20, first, second, walletOf(102));
    await pass();

    expect(shown()).toEqual({ wallets: 1, paid: 1, weight: 1, funded: 1, unknown: 1 });
  });

  it('follows the token through one more wallet', async () => {
    send(10, payee, relay);
    send(11, relay, first);
    await pay(20, first);
    await pass();

    expect(shown()).toMatchObject({ wallets: 0, funded: 1 });
  });

  it('counts none of 50 wallets that the payee funded', async () => {
    const wallets = Array.from({ length: 50 }, (_, n) => walletOf(200 + n));
    for (const wallet of wallets) send(10, payee, wallet);
    await pay(20, ...wallets);
    await pass();

    expect(shown()).toEqual({ wallets: 0, paid: 0, weight: 0, funded: 50, unknown: 0 });
  });

  it('knows the wallet of the owner, and a wallet that was paid before', async () => {
    send(10, owner, first);
    send(11, walletOf(7), second);
    await payments.record({
      network,
      accounts: [{ asset: usdc, wallet: walletOf(7) }],
      from: { block: 1, at: timeOf(1) },
      to: { block: 2, at: timeOf(2) },
      settlements: [aPayment([service.id], { block: 2, wallet: walletOf(7) })],
    });
    await pay(20, first, second);
    await pass();

    expect(shown()).toMatchObject({ wallets: 0, funded: 2 });
  });

  it('reads no transfers from before the look-back, so that such buyers stay unknown', async () => {
    send(10, exchange, first);
    await pay(20, first);
    catalog.time.advance(30 * day);
    chain.head = (31 * day) / 2_000;
    await pass();

    expect(shown()).toMatchObject({ wallets: 0, unknown: 1 });
  });

  it('looks at each buyer once, and again when it has paid twice as much', async () => {
    send(10, exchange, first);
    await pay(20, first);
    await pass();
    provider.resetCount();
    await pass(40);
    expect(provider.count).toBe(0);

    catalog.time.advance(2 * day);
    send(25, exchange, first);
    await pay(30, first);
    await pass(40);
    expect(provider.count).toBeGreaterThan(0);
    expect(await fundings()).toEqual({ 'independent 1': 'independent' });
  });

  it('waits some passes before it reads the chain again for new buyers', async () => {
    send(10, exchange, first);
    await pay(20, first);
    await pass();
    send(25, exchange, second);
    await pay(30, second);
    provider.resetCount();
    await pass(30);
    expect(provider.count).toBe(0);

    await pass();
    expect(shown()).toMatchObject({ wallets: 2 });
  });

  it('that a restart ends is begun again after a while', async () => {
    send(10, exchange, first);
    await pay(20, first);
    await buyers.noteTry(network, await buyers.due(network, catalog.clock(), 10), catalog.clock());
    looks = someLooks();
    await pass();
    expect(await fundings()).toEqual({ 'unknown 1': 'unknown' });

    catalog.time.advance(day / 12);
    await pass();
    expect(await fundings()).toEqual({ 'independent 1': 'independent' });
  });
});

describe('a busy wallet', () => {
  const busy = walletOf(8);
  const sent = (sender: string, recipient: string): TokenTransfer => ({
    ...{ sender, recipient, units: one, block: 10 },
  });
  /** More transfers than a look reads of one wallet. */
  const tooMany = (transfer: TokenTransfer): TokenTransfer[] =>
    Array.from({ length: 20_001 }, () => transfer);
  /** Looks at a chain with these transfers, told in one portion. */
  const lookAt = (transfers: readonly TokenTransfer[]): void => {
    const ledger = {
      blockAt: (at: Date) => Promise.resolve({ block: 0, at }),
      async *transfers({ side, wallets }: TransferSide) {
        yield transfers.filter((transfer) => wallets.includes(transfer[side]));
      },
    };
    looks = someLooks({ ledger });
  };

  it('makes only the buyers of its own services unknown', async () => {
    const stranger = {
      ...service,
      id: 'stranger',
      x402Config: { ...service.x402Config, paymentAddress: busy },
    };
    await declare(stranger);
    await pay(20, first);
    await payTo(busy, stranger.id, 21, second);
    lookAt([...tooMany(sent(busy, relay)), sent(exchange, first), sent(exchange, second)]);
    await pass();

    expect(shown()).toMatchObject({ wallets: 1, unknown: 0 });
    expect(await fundings(stranger.id)).toEqual({ 'unknown 1': 'unknown' });
    expect(await buyers.due(network, new Date(8.64e15), 10)).toEqual([]);
  });

  it('is unknown as a buyer, and no other buyer is', async () => {
    await pay(20, busy, first);
    lookAt([...tooMany(sent(exchange, busy)), sent(exchange, first)]);
    await pass();

    expect(shown()).toMatchObject({ wallets: 1, unknown: 1 });
    expect(await buyers.due(network, new Date(8.64e15), 10)).toEqual([]);
  });

  it('does not end the look, however many there are', async () => {
    const many = Array.from({ length: 20 }, (_, n) => walletOf(200 + n));
    await pay(20, ...many, first);
    lookAt([...many.flatMap((wallet) => tooMany(sent(exchange, wallet))), sent(exchange, first)]);
    await pass();

    expect(shown()).toMatchObject({ wallets: 1, unknown: 20 });
  });
});

describe('a look that fails', () => {
  beforeEach(async () => {
    send(10, exchange, first);
    send(10, exchange, second);
    await pay(20, first, second);
  });

  it.each<[string, (result: unknown) => unknown]>([
    ['logs of others', (logs) => (logs as object[]).map((log) => ({ ...log, address: walletOf(9) }))],
    ['malformed transfers', (logs) => (logs as object[]).map((log) => ({ ...log, data: '0x' }))],
    ['no logs', () => null],
  ])('because of %s leaves buyers unknown, and is tried again later', async (_, result) => {
    provider.faults = ({ method }) => (method === 'eth_getLogs' ? { result } : undefined);
    await pass();
    expect(await fundings()).toEqual({ 'unknown 2': 'unknown' });
    expect(catalog.log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);

    provider.faults = () => undefined;
    await pass(31);
    expect(await fundings()).toEqual({ 'unknown 2': 'unknown' });
    catalog.time.advance(day / 12);
    await pass(31);
    expect(await fundings()).toEqual({ 'independent 2': 'independent' });
  });

  it('for one buyer does not keep others waiting for ever', async () => {
    provider.faults = ({ method, params }) =>
      method === 'eth_getLogs' && JSON.stringify(params).includes(second.slice(2))
        ? { status: 400 }
        : undefined;
    for (let n = 0; n < 12; n += 1) {
      await pass(31);
      catalog.time.advance(day / 12);
    }

    expect(await fundings()).toEqual({ 'independent 1': 'independent', 'unknown 1': 'unknown' });
  });
});
