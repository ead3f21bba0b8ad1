import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvmLedger } from '../../../../src/adapters/chain/evm-ledger.ts';
import type { Account, Settlement, TokenTransfer, TransferSide } from '../../../../src/domain/settlement.ts';
import { portionsOf, settlementsOf } from '../../../support/chain/all-portions.ts';
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
} from '../../../support/chain/evm-chain.ts';
import { failingFirst, passingFaults, RpcProvider } from '../../../support/chain/rpc-provider.ts';
import { ledgerSuite } from '../../../support/suites/ledger.ts';

const usdc = address(0x833589);
const eurc = address(0x60a3e3);
const wallets = [1, 2, 3].map((n) => address(0xa0000 + n));
const [wallet = '', second = ''] = wallets;
const payers = [1, 2, 3].map((n) => address(0xb0000 + n));
const [payer = '', otherPayer = ''] = payers;
const elsewhere = address(0xc0000);
const account: Account = { wallet, asset: usdc };

const network = 'eip155:8453';
const impatient = { pauseMs: 1, tryMs: 300, longestWaitMs: 2_000 };

interface Opened {
  readonly chain: EvmChain;
  readonly provider: RpcProvider;
  readonly ledger: EvmLedger;
}

function open(options: EvmChainOptions = {}, confirmations = 0): Opened {
  const chain = new EvmChain(options);
  const provider = new RpcProvider(chain);

  return { chain, provider, ledger: ledgerFor(provider, confirmations) };
}

function ledgerFor({ url, fetch }: RpcProvider, confirmations = 0): EvmLedger {
  const options = { network, patience: impatient, maxAnswerBytes: 1_000_000 };

  return new EvmLedger({ url, fetch, confirmations, ...options });
}

function payment(units: number, given: Partial<Payment> = {}): Payment {
  return { token: usdc, payer, wallet, units: BigInt(units), ...given };
}

/** The units of all payments to the account. */
async function unitsIn({ ledger, chain }: Opened): Promise<number[]> {
  return (await settlementsOf(ledger, [account], 0, chain.head)).map(({ units }) => Number(units));
}

describe('the ledger of a chain of the EVM', () => {
  ledgerSuite(() => {
    const opened = open({ limits: { blocks: 2_000 } }, 12);
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
    const opened = open();
    opened.chain.add(5, transfer(payment(1)));
    opened.chain.add(5, ...authorized(payment(2)));
    opened.chain.add(6, authorization(payment(3)), approval(payment(3)));

    expect(await unitsIn(opened)).toEqual([2]);
  });

  it('is each pair of one transaction', async () => {
    const opened = open();
    opened.chain.add(5, ...[1, 2, 3].flatMap((units) => authorized(payment(units))), transfer(payment(4)));

    expect(await unitsIn(opened)).toEqual([1, 2, 3]);
  });

  it('is no transfer of another payer or token than the authorization', async () => {
    const opened = open();
    opened.chain.add(5, authorization({ token: usdc, payer: otherPayer }), transfer(payment(1)));
    opened.chain.add(6, authorization({ token: eurc, payer }), transfer(payment(2)));

    expect(await unitsIn(opened)).toEqual([]);
  });

  it('may have logs between the authorization and the transfer', async () => {
    const opened = open();
    opened.chain.add(5, authorization(payment(1)), approval(payment(1)), transfer(payment(1)));
    opened.chain.add(6, transfer(payment(2)), authorization(payment(2)));

    expect(await unitsIn(opened)).toEqual([1, 2]);
  });

  it('is no plain transfer after an authorized one to somebody else', async () => {
    const opened = open();
    opened.chain.add(5, ...authorized(payment(1, { wallet: elsewhere })), transfer(payment(2)));
    opened.chain.add(6, transfer(payment(3)), ...authorized(payment(4, { wallet: elsewhere })));
    opened.chain.add(7, ...authorized(payment(5, { wallet: elsewhere })), ...authorized(payment(6)));

    expect(await unitsIn(opened)).toEqual([6]);
  });

  it.each([exactProxy, uptoProxy])('is what the Permit2 proxy %s settled', async (proxy) => {
    const opened = open();
    opened.chain.add(5, transfer(payment(1)), settled(proxy));
    opened.chain.add(6, transfer(payment(2)), approval(payment(2)), settled(proxy), transfer(payment(3)));
    opened.chain.add(7, transfer(payment(4)), settled(elsewhere));

    expect(await unitsIn(opened)).toEqual([1, 2]);
  });

  it('is one transfer for each event of a proxy', async () => {
    const opened = open();
    const away = { wallet: elsewhere };
    opened.chain.add(5, transfer(payment(1)), transfer(payment(2, away)), settled(), transfer(payment(3)));
    opened.chain.add(6, transfer(payment(4)), transfer(payment(5)), settled(), settled());
    opened.chain.add(7, transfer(payment(6)), ...authorized(payment(7)), settled());

    expect(await unitsIn(opened)).toEqual([5, 6, 7]);
  });

  it('may be of 256 bits', async () => {
    const { chain, ledger } = open();
    const units = 2n ** 256n - 1n;
    chain.add(5, ...authorized({ ...payment(0), units }));

    expect(await settlementsOf(ledger, [account], 0, 9)).toMatchObject([{ units }]);
  });
});

describe('the tip', () => {
  it('is as many blocks below the head as there are confirmations, and block 0 at least', async () => {
    const { chain, ledger } = open({}, 12);
    expect(await ledger.tip()).toMatchObject({ block: 0, at: new Date(startSeconds * 1000) });

    chain.head = 11;
    expect(await ledger.tip()).toMatchObject({ block: 0 });
    chain.head = 13;
    expect(await ledger.tip()).toMatchObject({ block: 1, at: new Date((startSeconds + 2) * 1000) });
  });

  it('takes one call, and an estimate of its time, after the first', async () => {
    const secondsOf = (block: number): number => startSeconds + 2 * block + (block % 3);
    const { chain, provider, ledger } = open({ secondsOf }, 12);
    chain.head = 1_000;
    await ledger.tip();
    provider.resetCount();

    for (let pass = 1; pass <= 50; pass += 1) {
      chain.head += pass % 7;
      const { block, at } = await ledger.tip();
      expect(block).toBe(chain.head - 12);
      expect(Math.abs(at.getTime() / 1000 - secondsOf(block))).toBeLessThan(3);
    }
    expect(provider.count).toBe(50);
  });

  it('goes back when the head does', async () => {
    const { chain, ledger } = open({}, 12);
    chain.head = 100;
    await ledger.tip();
    chain.head = 60;

    expect(await ledger.tip()).toMatchObject({ block: 48, at: new Date((startSeconds + 96) * 1000) });
  });
});

describe('the calls to a provider', () => {
  it('are two in a pass without news, for 1,000 wallets', async () => {
    const { chain, provider, ledger } = open({}, 12);
    const accounts = Array.from({ length: 1_000 }, (_, i) => ({ wallet: address(i + 1), asset: usdc }));
    chain.head = 5_000;
    await ledger.tip();
    provider.resetCount();

    chain.head = 5_030;
    const { block } = await ledger.tip();
    await portionsOf(ledger, accounts, block - 29, block);
    expect(Object.fromEntries(provider.calls)).toEqual({ eth_getBlockByNumber: 1, eth_getLogs: 1 });
  });

  it('ask for the blocks of few settlements, once each', async () => {
    const { chain, provider, ledger } = open();
    for (const block of [5, 5, 9]) chain.add(block, ...authorized(payment(1)));
    await settlementsOf(ledger, [account], 0, 20);

    expect(Object.fromEntries(provider.calls)).toEqual({ eth_getBlockByNumber: 2, eth_getLogs: 2 });
  });

  it('do not ask for blocks whose time is in the logs', async () => {
    const { chain, provider, ledger } = open({ hasLogTimes: true });
    chain.add(5, ...authorized(payment(1)));

    expect(await settlementsOf(ledger, [account], 0, 20)).toMatchObject([
      { at: new Date((startSeconds + 10) * 1000) },
    ]);
    expect(Object.fromEntries(provider.calls)).toEqual({ eth_getLogs: 2 });
  });

  it.each(['0x0', '0x19bbbbbbbbb', 'soon', null])(
    'ask for them where the logs say %j',
    async (blockTimestamp) => {
      const { chain, provider, ledger } = open({ hasLogTimes: true });
      chain.add(5, ...authorized(payment(1)));
      provider.faults = ({ method }) =>
        method === 'eth_getLogs' ? { result: changedLogs({ blockTimestamp }) } : undefined;

      expect(await settlementsOf(ledger, [account], 0, 20)).toMatchObject([
        { at: new Date((startSeconds + 10) * 1000) },
      ]);
    },
  );

  it('ask for three blocks of many with an even pace, and for each of others', async () => {
    const even = open();
    const uneven = open({ secondsOf: (block) => startSeconds + 2 * block + (block % 2) });
    for (const { chain, provider, ledger } of [even, uneven]) {
      for (let block = 0; block < 200; block += 3) chain.add(block, ...authorized(payment(1)));
      const found = await settlementsOf(ledger, [account], 0, 200);
      expect(found.map(({ at }) => at.getTime() / 1000)).toEqual(
        found.map(({ block }) => chain.secondsOf(block)),
      );
      expect(found).toHaveLength(67);
      expect(provider.calls.get('eth_getBlockByNumber')).toBeLessThan(71);
    }

    expect(even.provider.calls.get('eth_getBlockByNumber')).toBe(3);
  });

  it('learn how many blocks and wallets a provider allows', async () => {
    const { chain, provider, ledger } = open({ limits: { blocks: 2_000, values: 150 } });
    const accounts = Array.from({ length: 1_000 }, (_, i) => ({ wallet: address(i + 1), asset: usdc }));
    chain.head = 100_000;
    const portions = await portionsOf(ledger, accounts, 0, chain.head);

    expect(portions.at(-1)?.to).toBe(chain.head);
    expect(portions.length).toBeLessThan(80);
    expect(provider.count).toBeLessThan(80 * 8 + 100);
  });

  it('ask for several thousand wallets in batches', async () => {
    const { chain, provider, ledger } = open();
    const accounts = Array.from({ length: 2_500 }, (_, i) => ({ wallet: address(i + 1), asset: usdc }));
    for (const n of [1, 1_500, 2_500]) chain.add(n, ...authorized(payment(n, { wallet: address(n) })));

    expect(await settlementsOf(ledger, accounts, 0, 9_000)).toMatchObject([
      { units: 1n },
      { units: 1_500n },
      { units: 2_500n },
    ]);
    expect(provider.calls.get('eth_getLogs')).toBe(4);
  });

  it('read a week of Base with 20,000 settlements in few calls', async () => {
    const { chain, provider, ledger } = open();
    const accounts = Array.from({ length: 1_000 }, (_, i) => ({ wallet: address(i + 1), asset: usdc }));
    for (let i = 0; i < 20_000; i += 1) {
      const from = address(0xb0000 + (i % 5_000));
      chain.add(15 * i, ...authorized(payment(i, { wallet: address((i % 1_000) + 1), payer: from })));
    }
    let count = 0;
    for await (const { settlements } of ledger.settlements(accounts, 0, chain.head)) {
      count += settlements.length;
    }

    expect(count).toBe(20_000);
    expect(provider.count).toBeLessThan(200);
  });

  it('find a block by its time on chains with any pace', async () => {
    const paces: Record<string, (block: number) => number> = {
      even: (block) => startSeconds + 2 * block,
      uneven: (block) => startSeconds + 12 * block + 12 * Math.floor(block / 17) + (block % 5),
      several: (block) => startSeconds + Math.floor(block / 4),
      'a long pause': (block) => startSeconds + 2 * block + (block > 600_000 ? 9_000_000 : 0),
      'a late start': (block) => (block === 0 ? 0 : startSeconds + 2 * block),
    };
    for (const [name, secondsOf] of Object.entries(paces)) {
      const { chain, provider, ledger } = open({ secondsOf });
      chain.head = 3_000_000;
      for (const wanted of [1, 300_001, 600_001, 2_900_000, 2_999_999]) {
        provider.resetCount();
        const { block, at } = await ledger.blockAt(new Date((secondsOf(wanted) - 0.5) * 1000));
        expect(at.getTime() / 1000, name).toBe(secondsOf(block));
        expect(at.getTime() / 1000, name).toBeGreaterThanOrEqual(secondsOf(wanted));
        expect(at.getTime() / 1000, name).toBeLessThanOrEqual(secondsOf(wanted) + 60);
        expect(provider.count, name).toBeLessThan(30);
      }
    }
  });
});

describe('the transfers of a token', () => {
  async function transfersOf({ ledger, chain }: Opened, asked: TransferSide): Promise<TokenTransfer[]> {
    const found: TokenTransfer[] = [];
    for await (const transfers of ledger.transfers(asked, 0, chain.head)) found.push(...transfers);
    return found;
  }

  it('are those that wallets sent or received, by x402 or not', async () => {
    const opened = open();
    opened.chain.add(5, transfer(payment(1)));
    opened.chain.add(6, ...authorized(payment(2, { payer: wallet, wallet: elsewhere })));
    opened.chain.add(7, transfer(payment(3, { token: eurc })), approval(payment(4)));
    const wallets = [wallet];

    expect(await transfersOf(opened, { asset: usdc, side: 'recipient', wallets })).toEqual([
      { sender: payer, recipient: wallet, units: 1n, block: 5 },
    ]);
    expect(await transfersOf(opened, { asset: usdc, side: 'sender', wallets })).toEqual([
      { sender: wallet, recipient: elsewhere, units: 2n, block: 6 },
    ]);
  });

  it('are none of nothing, which anybody can make in the name of others', async () => {
    const opened = open();
    opened.chain.add(5, transfer(payment(0)));

    expect(await transfersOf(opened, { asset: usdc, side: 'recipient', wallets })).toEqual([]);
  });

  it('of no wallets cost no call', async () => {
    const opened = open();

    expect(await transfersOf(opened, { asset: usdc, side: 'sender', wallets: [] })).toEqual([]);
    expect(opened.provider.count).toBe(0);
  });

  it('come in portions, as a provider allows', async () => {
    const opened = open({ limits: { blocks: 500 } });
    for (let block = 0; block < 5_000; block += 100) opened.chain.add(block, transfer(payment(1)));

    expect(await transfersOf(opened, { asset: usdc, side: 'recipient', wallets })).toHaveLength(50);
  });

  it.each([
    ['another sender', { topics: [transferTopic, word(payer), word(elsewhere)] }],
    ['no amount', { data: '0x' }],
    ['no log at all', { blockHash: null }],
  ])('are in no answer with %s', async (_, change) => {
    const opened = open();
    opened.chain.add(5, transfer(payment(1)));
    opened.provider.faults = () => ({ result: changedLogs(change) });

    await expect(transfersOf(opened, { asset: usdc, side: 'recipient', wallets })).rejects.toThrow(
      'the RPC provider answers eth_getLogs with',
    );
  });
});

describe('a provider that is wrong', () => {
  const logFaults: [string, string, Record<string, unknown>][] = [
    ['another contract', 'a log nobody asked for', { address: eurc }],
    ['another wallet', 'a log nobody asked for', { topics: [transferTopic, word(payer), word(elsewhere)] }],
    ['another event', 'a log nobody asked for', { topics: [settledTopic, word(payer), word(wallet)] }],
    ['a block before the range', 'a log nobody asked for', { blockNumber: '0x0' }],
    ['a block after the range', 'a log nobody asked for', { blockNumber: '0x99' }],
    ['a removed log', 'a result of the wrong form', { removed: true }],
    ['an absurd number', 'a result of the wrong form', { logIndex: `0x${'f'.repeat(40)}` }],
    ['a number in another form', 'a result of the wrong form', { blockNumber: 5 }],
    ['a pending log', 'a result of the wrong form', { blockHash: null }],
    ['more than 256 bits', 'a malformed transfer', { data: `0x${'f'.repeat(66)}` }],
    ['no amount', 'a malformed transfer', { data: '0x' }],
  ];

  it.each(logFaults)('with %s ends in a fault', async (_what, message, change) => {
    const { chain, provider, ledger } = open();
    chain.add(5, ...authorized(payment(1)));
    provider.faults = ({ method }) =>
      method === 'eth_getLogs' ? { result: changedLogs(change) } : undefined;

    await expect(settlementsOf(ledger, [account], 1, 9)).rejects.toThrow(
      `the RPC provider answers eth_getLogs with ${message}`,
    );
  });

  it('with a log twice counts it once, unless the two differ', async () => {
    const { chain, provider, ledger } = open();
    chain.add(5, ...authorized(payment(7)));
    const twice = (change: object) => (result: unknown) => {
      const logs = result as object[];
      return [...logs, ...logs.map((log) => ({ ...log, ...change }))];
    };
    provider.faults = ({ method }) => (method === 'eth_getLogs' ? { result: twice({}) } : undefined);
    expect(await settlementsOf(ledger, [account], 0, 9)).toMatchObject([{ units: 7n }]);

    provider.faults = ({ method }) =>
      method === 'eth_getLogs' ? { result: twice({ transactionHash: word(eurc) }) } : undefined;
    await expect(settlementsOf(ledger, [account], 0, 9)).rejects.toThrow('two different logs in one place');
  });

  it('with a receipt of another transaction ends in a fault', async () => {
    const { chain, provider, ledger } = open();
    chain.add(5, authorization(payment(1)), approval(payment(1)), transfer(payment(1)));
    provider.faults = ({ method }) =>
      method === 'eth_getTransactionReceipt'
        ? { result: (receipt) => ({ ...(receipt as object), logs: [] }) }
        : undefined;

    await expect(settlementsOf(ledger, [account], 0, 9)).rejects.toThrow(
      'the RPC provider answers eth_getTransactionReceipt with another transaction',
    );
  });

  it('is refused when a single wallet in a single block is too much for it', async () => {
    const { chain, provider, ledger } = open({ limits: { results: 2 } });
    chain.add(500, ...[1, 2, 3].flatMap((units) => authorized(payment(units))));

    await expect(settlementsOf(ledger, [account, { wallet: second, asset: usdc }], 0, 1_000)).rejects.toThrow(
      'the RPC provider refuses eth_getLogs: "query returned more than 2 results"',
    );
    expect(provider.count).toBeLessThan(60);
  });

  it('costs no more calls than before once it has recovered', async () => {
    const { chain, provider, ledger } = open();
    chain.head = 9_999;
    provider.faults = () => ({ error: { code: -32603, message: 'internal error' } });
    await expect(settlementsOf(ledger, [account], 0, 9_999)).rejects.toThrow('internal error');

    provider.faults = () => undefined;
    provider.resetCount();
    expect(await portionsOf(ledger, [account], 0, 9_999)).toHaveLength(1);
    expect(provider.count).toBe(1);
  });

  it('is not asked again and again for the same long range when it is slow', async () => {
    const { chain, provider, ledger } = open();
    chain.add(500, ...authorized(payment(1)));
    provider.faults = ({ method, params }) => {
      const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string };
      return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) > 3_000
        ? { silent: true }
        : undefined;
    };

    expect(await settlementsOf(ledger, [account], 0, 9_999)).toMatchObject([{ units: 1n }]);
    expect(provider.count).toBeLessThan(20);
  });
});

describe('a reorganisation', () => {
  it('changes the hashes of the replaced blocks alone, and takes their payments away', async () => {
    const { chain, ledger } = open();
    for (const block of [5, 6, 7]) chain.add(block, ...authorized(payment(block)));
    const hashes = await Promise.all([5, 6, 7].map((block) => ledger.hashOf(block)));
    chain.reorganise(6);

    const after = await Promise.all([5, 6, 7].map((block) => ledger.hashOf(block)));
    expect(after.map((hash, i) => hash === hashes[i])).toEqual([true, false, false]);
    expect(await settlementsOf(ledger, [account], 0, 7)).toMatchObject([{ block: 5 }]);
    expect(await ledger.hashOf(8)).toBeUndefined();
  });

  it('between two calls ends in a fault', async () => {
    const { chain, provider, ledger } = open();
    chain.add(5, ...authorized(payment(1)));
    provider.faults = ({ count }) => {
      if (count !== 2) return undefined;
      chain.reorganise(5);
      chain.add(5, ...authorized(payment(1)));
      return undefined;
    };

    await expect(settlementsOf(ledger, [account], 0, 9)).rejects.toThrow('two versions of the chain');
  });
});

it('stops at once when Tollbook does', async () => {
  const { provider } = open();
  const { url, fetch } = provider;
  provider.faults = () => ({ silent: true });
  const controller = new AbortController();
  const ledger = new EvmLedger({ url, network, fetch, confirmations: 12, signal: controller.signal });
  const waiting = [ledger.tip(), settlementsOf(ledger, [account], 0, 9)];
  await expect.poll(() => provider.count).toBe(2);
  controller.abort();

  await expect(waiting[0]).rejects.toThrow('since Tollbook stops');
  await expect(waiting[1]).rejects.toThrow('since Tollbook stops');
  await expect(ledger.hashOf(1)).rejects.toThrow('since Tollbook stops');
});

it('sends the user name and password of a URL as a header', async () => {
  const { chain, provider } = open();
  chain.head = 7;
  const sent: unknown[] = [];
  const ledger = new EvmLedger({
    url: provider.url.replace('//', '//ada:s%20cret@'),
    network,
    confirmations: 0,
    fetch: (url, init) => {
      sent.push(url, new Headers(init?.headers).get('authorization'));
      return provider.fetch(url, init);
    },
  });

  expect(await ledger.tip()).toMatchObject({ block: 7 });
  expect(sent.slice(0, 2)).toEqual([provider.url, `Basic ${Buffer.from('ada:s cret').toString('base64')}`]);
});

function word(text: string): string {
  return `0x${text.slice(2).padStart(64, '0')}`;
}

/** Changes every log of an answer. */
function changedLogs(change: object) {
  return (result: unknown): unknown => (result as object[]).map((log) => ({ ...log, ...change }));
}

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
        fc.nat(2),
        fc.constantFrom(...passingFaults),
        async (given, limit, hasLogTimes, times, fault) => {
          const chain = new EvmChain({ limits: limit, hasLogTimes });
          const expected = Object.entries(given)
            .sort(([a], [b]) => Number(a) - Number(b))
            .flatMap(([block, txs]) => modelSettlements(chain, Number(block), txs, accounts));
          chain.head = 120;
          const provider = new RpcProvider(chain);
          provider.faults = failingFirst(times, fault);
          const portions = await portionsOf(ledgerFor(provider), accounts, 0, 120);

          expect(portions.flatMap(({ settlements }) => settlements)).toEqual(expected);
          expect(portions.map(({ from }) => from)).toEqual([
            0,
            ...portions.slice(0, -1).map(({ to: end }) => end + 1),
          ]);
        },
      ),
      { numRuns: 40 },
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
