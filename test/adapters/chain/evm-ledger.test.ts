import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EvmLedger } from '../../../src/adapters/chain/evm-ledger.ts';
import type { Account, Settlement } from '../../../src/domain/settlement.ts';
import { portionsOf, settlementsOf } from '../../support/chain/all-portions.ts';
import {
  address,
  approval,
  authorization,
  authorizationTopic,
  authorized,
  type Emitted,
  EvmChain,
  type EvmChainOptions,
  exactProxy,
  type Payment,
  settled,
  settledTopic,
  startSeconds,
  transfer,
  transferTopic,
  uptoProxy,
} from '../../support/chain/evm-chain.ts';
import { RpcProvider } from '../../support/chain/rpc-provider.ts';
import { ledgerSuite } from '../suites/ledger.ts';

const usdc = address(0x833589);
const eurc = address(0x60a3e3);
const wallets = [1, 2, 3].map((n) => address(0xa0000 + n));
const [wallet = '', second = ''] = wallets;
const payers = [1, 2, 3].map((n) => address(0xb0000 + n));
const [payer = '', otherPayer = ''] = payers;
const elsewhere = address(0xc0000);
const account: Account = { wallet, asset: usdc };

const impatient = { pauseMs: 1, tryMs: 300, longestWaitMs: 2_000 };

interface Opened {
  readonly chain: EvmChain;
  readonly provider: RpcProvider;
  readonly ledger: EvmLedger;
}

async function open(options: EvmChainOptions = {}, confirmations = 0): Promise<Opened> {
  const chain = new EvmChain(options);
  const provider = await RpcProvider.start(chain);
  onTestFinished(() => provider[Symbol.asyncDispose]());

  return { chain, provider, ledger: ledgerFor(provider, confirmations) };
}

function ledgerFor({ url }: RpcProvider, confirmations = 0): EvmLedger {
  return new EvmLedger({ url, confirmations, patience: impatient });
}

function payment(units: number, given: Partial<Payment> = {}): Payment {
  return { token: usdc, payer, wallet, units: BigInt(units), ...given };
}

/** The units of all payments to the account. */
async function unitsIn({ ledger, chain }: Opened): Promise<number[]> {
  return (await settlementsOf(ledger, [account], 0, chain.head)).map(({ units }) => Number(units));
}

describe('the ledger of a chain of the EVM', () => {
  ledgerSuite(async () => {
    const opened = await open({ limits: { blocks: 2_000 } }, 12);
    const { chain } = opened;
    const accounts = [account, { wallet: second, asset: usdc }, { wallet: second, asset: eurc }];
    const expected: Settlement[] = [];
    for (let i = 0; i < 15; i += 1) {
      const block = 500 + 700 * i;
      const given = [accounts[i % 3], accounts[(i + 1) % 3]].map((to = account, n) =>
        payment(100 * i + n, { wallet: to.wallet, token: to.asset, payer: payers[n] ?? '' }),
      );
      chain.add(block, transfer(payment(1)), approval(payment(2)));
      const tx = chain.add(block, ...given.flatMap(authorized));
      const at = new Date((startSeconds + 2 * block) * 1000);
      expected.push(
        ...given.map(({ token, units, payer: from, wallet: to }, n) => {
          return { wallet: to, asset: token, payer: from, units, tx, index: 3 + 2 * n, block, at };
        }),
      );
    }
    chain.head = 12_012;

    return {
      ...opened,
      accounts,
      expected,
      first: 3,
      last: 12_000,
      timeOf: (block) => new Date((startSeconds + 2 * block) * 1000),
    };
  });
});

describe('a settlement', () => {
  it('is a transfer with an authorization, and not one without', async () => {
    const opened = await open();
    opened.chain.add(5, transfer(payment(1)));
    opened.chain.add(5, ...authorized(payment(2)));
    opened.chain.add(6, authorization(payment(3)), approval(payment(3)));

    expect(await unitsIn(opened)).toEqual([2]);
  });

  it('is each pair of one transaction', async () => {
    const opened = await open();
    opened.chain.add(5, ...[1, 2, 3].flatMap((units) => authorized(payment(units))), transfer(payment(4)));

    expect(await unitsIn(opened)).toEqual([1, 2, 3]);
  });

  it('is no transfer of another payer or token than the authorization', async () => {
    const opened = await open();
    opened.chain.add(5, authorization({ token: usdc, payer: otherPayer }), transfer(payment(1)));
    opened.chain.add(6, authorization({ token: eurc, payer }), transfer(payment(2)));

    expect(await unitsIn(opened)).toEqual([]);
  });

  it('may have logs between the authorization and the transfer', async () => {
    const opened = await open();
    opened.chain.add(5, authorization(payment(1)), approval(payment(1)), transfer(payment(1)));
    opened.chain.add(6, transfer(payment(2)), authorization(payment(2)));

    expect(await unitsIn(opened)).toEqual([1, 2]);
  });

  it('is no plain transfer after an authorized one to somebody else', async () => {
    const opened = await open();
    opened.chain.add(5, ...authorized(payment(1, { wallet: elsewhere })), transfer(payment(2)));
    opened.chain.add(6, transfer(payment(3)), ...authorized(payment(4, { wallet: elsewhere })));
    opened.chain.add(7, ...authorized(payment(5, { wallet: elsewhere })), ...authorized(payment(6)));

    expect(await unitsIn(opened)).toEqual([6]);
  });

  it.each([exactProxy, uptoProxy])('is what the Permit2 proxy %s settled', async (proxy) => {
    const opened = await open();
    opened.chain.add(5, transfer(payment(1)), settled(proxy));
    opened.chain.add(6, transfer(payment(2)), approval(payment(2)), settled(proxy), transfer(payment(3)));
    opened.chain.add(7, transfer(payment(4)), settled(elsewhere));

    expect(await unitsIn(opened)).toEqual([1, 2]);
  });

  it('is one transfer for each event of a proxy', async () => {
    const opened = await open();
    const away = { wallet: elsewhere };
    opened.chain.add(5, transfer(payment(1)), transfer(payment(2, away)), settled(), transfer(payment(3)));
    opened.chain.add(6, transfer(payment(4)), transfer(payment(5)), settled(), settled());
    opened.chain.add(7, transfer(payment(6)), ...authorized(payment(7)), settled());

    expect(await unitsIn(opened)).toEqual([5, 6, 7]);
  });

  it('may be of 256 bits', async () => {
    const { chain, ledger } = await open();
    const units = 2n ** 256n - 1n;
    chain.add(5, ...authorized({ ...payment(0), units }));

    expect(await settlementsOf(ledger, [account], 0, 9)).toMatchObject([{ units }]);
  });
});

describe('whatever the chain holds and the provider allows', () => {
  const party = fc.constantFrom(...payers);
  const to = fc.constantFrom(...wallets, elsewhere);
  const token = fc.constantFrom(usdc, eurc);
  const paymentOf = fc.record({ token, payer: party, wallet: to, units: fc.bigInt(0n, 99n) });
  const part: fc.Arbitrary<readonly Emitted[]> = fc.oneof(
    { weight: 4, arbitrary: paymentOf.map(authorized) },
    { weight: 3, arbitrary: paymentOf.map((given) => [transfer(given)]) },
    { weight: 2, arbitrary: paymentOf.map((given) => [authorization(given)]) },
    { weight: 1, arbitrary: paymentOf.map((given) => [approval(given)]) },
    { weight: 2, arbitrary: paymentOf.map((given) => [transfer(given), settled()]) },
    { weight: 1, arbitrary: fc.constant([settled(uptoProxy)]) },
  );
  const tx = fc.array(part, { maxLength: 6 }).map((parts) => parts.flat());
  const blocks = fc.dictionary(fc.integer({ min: 0, max: 120 }).map(String), fc.array(tx, { maxLength: 3 }), {
    maxKeys: 12,
  });
  const limits = fc.record({
    blocks: fc.constantFrom(1, 2, 7, 100, Infinity),
    results: fc.constantFrom(20, 40, Infinity),
    values: fc.constantFrom(2, Infinity),
  });

  it('the settlements are those of the chain', async () => {
    const accounts = [account, { wallet: second, asset: usdc }, { wallet: second, asset: eurc }];

    await fc.assert(
      fc.asyncProperty(
        blocks,
        limits,
        fc.boolean(),
        fc.integer({ min: 2, max: 9 }),
        async (given, limit, hasLogTimes, nth) => {
          const chain = new EvmChain({ limits: limit, hasLogTimes });
          const expected = Object.entries(given)
            .sort(([a], [b]) => Number(a) - Number(b))
            .flatMap(([block, txs]) => modelSettlements(chain, Number(block), txs, accounts));
          chain.head = 120;
          await using provider = await RpcProvider.start(chain);
          provider.faults = ({ count }) => (count % nth === 0 ? { status: 500 } : undefined);
          const portions = await portionsOf(ledgerFor(provider), accounts, 0, 120);

          expect(portions.flatMap(({ settlements }) => settlements)).toEqual(expected);
          expect(portions.map(({ from }) => from)).toEqual([
            0,
            ...portions.slice(0, -1).map(({ to: end }) => end + 1),
          ]);
        },
      ),
      { numRuns: 100, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
  });
});

/** Adds the transactions of a block, and says naively which settlements they hold. */
function modelSettlements(
  chain: EvmChain,
  block: number,
  txs: readonly (readonly Emitted[])[],
  accounts: readonly Account[],
): Settlement[] {
  const found: Settlement[] = [];
  let first = 0;

  for (const logs of txs) {
    const tx = chain.add(block, ...logs);
    const at = new Date((startSeconds + 2 * block) * 1000);
    for (const place of modelPlaces(logs)) {
      const { address: asset = '', topics = [], data = '0x' } = logs[place] ?? {};
      const [from = '', to = ''] = topics.slice(1).map((topic) => `0x${topic.slice(26)}`);
      if (!accounts.some((each) => each.asset === asset && each.wallet === to)) continue;
      found.push({
        wallet: to,
        asset,
        payer: from,
        units: BigInt(data),
        tx,
        index: first + place,
        block,
        at,
      });
    }
    first += logs.length;
  }
  return found;
}

/** The rule of pairing, word by word. */
function modelPlaces(logs: readonly Emitted[]): number[] {
  const isOpen = (place: number): boolean =>
    logs[place]?.topics[0] === transferTopic && !paid.includes(place);
  const places = [...logs.keys()];
  const paid: number[] = [];

  for (const [i, { address: token, topics }] of logs.entries()) {
    if (topics[0] !== authorizationTopic) continue;
    const own = places.filter(
      (place) => isOpen(place) && logs[place]?.address === token && logs[place].topics[1] === topics[1],
    );
    const place = own.find((each) => each > i) ?? own.findLast((each) => each < i);
    if (place !== undefined) paid.push(place);
  }
  const authorizedPlaces = new Set(paid);
  let since = -1;
  for (const [i, { topics }] of logs.entries()) {
    if (topics[0] !== settledTopic) continue;
    const place = places.findLast(
      (each) => each < i && each > since && isOpen(each) && !authorizedPlaces.has(each),
    );
    if (place !== undefined) paid.push(place);
    since = i;
  }
  return paid.sort((a, b) => a - b);
}
