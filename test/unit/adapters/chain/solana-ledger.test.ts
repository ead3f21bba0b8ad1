import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SolanaLedger } from '../../../../src/adapters/chain/solana-ledger.ts';
import { associatedAccount } from '../../../../src/adapters/chain/token-account.ts';
import type { Account, Settlement } from '../../../../src/domain/settlement.ts';
import { portionsOf, settlementsOf } from '../../../support/chain/all-portions.ts';
import { failingFirst, passingFaults, RpcProvider } from '../../../support/chain/rpc-provider.ts';
import {
  type Instruction,
  SolanaChain,
  solanaAddress,
  type SolanaTransaction,
  type SolanaTransfer,
  token2022Program,
  tokenProgram,
} from '../../../support/chain/solana-chain.ts';
import { ledgerSuite } from '../../../support/suites/ledger.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const pyusd = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo';
const [wallet, second, payer, facilitator, stranger] = [1, 2, 3, 4, 5].map(solanaAddress) as [
  string,
  string,
  string,
  string,
  string,
];
const account: Account = { wallet, asset: usdc };
const accounts = [account, { wallet: second, asset: usdc }, { wallet: second, asset: pyusd }];

const impatient = { pauseMs: 1, tryMs: 300, longestWaitMs: 2_000 };

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

interface Opened {
  readonly chain: SolanaChain;
  readonly provider: RpcProvider;
  readonly ledger: SolanaLedger;
}

function open(): Opened {
  const chain = new SolanaChain();
  chain.programs.set(usdc, tokenProgram);
  chain.programs.set(pyusd, token2022Program);
  const provider = new RpcProvider(chain);
  const { url, fetch } = provider;

  return {
    ...{ chain, provider },
    ledger: new SolanaLedger({ url, network, fetch, patience: impatient, maxAnswerBytes: 1_000_000 }),
  };
}

function transferTo(to: Account, units: number, given: Partial<SolanaTransfer> = {}): SolanaTransfer {
  const program = to.asset === pyusd ? token2022Program : tokenProgram;

  return {
    mint: to.asset,
    to: associatedAccount(to.wallet, to.asset, program),
    authority: payer,
    units: BigInt(units),
    program,
    ...given,
  };
}

function sponsored(...instructions: Instruction[]): SolanaTransaction {
  return { feePayer: facilitator, instructions: [{}, {}, ...instructions] };
}

async function unitsIn({ ledger, chain }: Opened): Promise<number[]> {
  return (await settlementsOf(ledger, accounts, 0, chain.head)).map(({ units }) => Number(units));
}

describe('the ledger of Solana', () => {
  ledgerSuite(() => {
    const opened = open();
    const { chain } = opened;
    const timeOf = (slot: number): Date => new Date(chain.secondsOf(slot) * 1000);
    const expected: Settlement[] = [];
    for (let i = 0; i < 15; i += 1) {
      const block = 500 + 700 * i;
      const [to = account, next = account] = [accounts[i % 3], accounts[(i + 1) % 3]];
      const direct = { transfer: transferTo(to, 10 * i) };
      const tx = chain.add(block, sponsored(direct, { inner: [transferTo(next, 10 * i + 1)] }));
      expected.push(
        { ...to, payer, units: BigInt(10 * i), tx, index: 2, block, at: timeOf(block) },
        { ...next, payer, units: BigInt(10 * i + 1), tx, index: 4, block, at: timeOf(block) },
      );
      chain.add(block + 1, { feePayer: payer, instructions: [{ transfer: transferTo(to, 1) }] });
      chain.skipped.add(block - 1).add(block - 2);
    }
    chain.head = 12_000;

    return { ...opened, accounts, expected, first: 3, last: 12_000, timeOf };
  });
});

describe('a settlement on Solana', () => {
  it('is a transfer whose authority does not pay the fee', async () => {
    const opened = open();
    opened.chain.add(5, sponsored({ transfer: transferTo(account, 1) }));
    opened.chain.add(6, { feePayer: payer, instructions: [{ transfer: transferTo(account, 2) }] });

    expect(await unitsIn(opened)).toEqual([1]);
  });

  it('is checked, did not fail, and goes to the account of the wallet for that mint', async () => {
    const opened = open();
    const fake = solanaAddress(77);
    opened.chain.add(5, sponsored({ transfer: transferTo(account, 1, { type: 'transfer' }) }));
    opened.chain.add(6, { ...sponsored({ transfer: transferTo(account, 2) }), hasFailed: true });
    opened.chain.add(7, sponsored({ transfer: transferTo(account, 3, { mint: fake }) }));
    opened.chain.add(8, sponsored({ transfer: transferTo(account, 4, { program: token2022Program }) }));
    opened.chain.add(9, sponsored({ transfer: transferTo({ wallet: stranger, asset: usdc }, 5) }));
    opened.chain.add(10, sponsored({ transfer: transferTo(account, 6) }));

    expect(await unitsIn(opened)).toEqual([6]);
  });

  it('may be of a token of Token-2022, and one that another program calls', async () => {
    const opened = open();
    opened.chain.add(5, sponsored({ inner: [transferTo({ wallet: second, asset: pyusd }, 1)] }));

    expect(await unitsIn(opened)).toEqual([1]);
  });

  it('may be in a transaction of any version that the chain has', async () => {
    const opened = open();
    for (const version of [0, 1]) {
      opened.chain.add(5 + version, {
        ...sponsored({ transfer: transferTo(account, 1 + version) }),
        version,
      });
    }

    expect(await unitsIn(opened)).toEqual([1, 2]);
  });

  it('is each transfer of a transaction, at its own place', async () => {
    const { chain, ledger } = open();
    const both = { transfer: transferTo(account, 1), inner: [transferTo(account, 2)] };
    chain.add(5, sponsored(both, { transfer: transferTo(account, 3) }));

    expect(await settlementsOf(ledger, accounts, 0, 5)).toMatchObject([
      { units: 1n, index: 2 },
      { units: 2n, index: 3 },
      { units: 3n, index: 4 },
    ]);
  });

  it('has the time of its slot, where the transaction has none', async () => {
    const { chain, ledger } = open();
    chain.add(5, { ...sponsored({ transfer: transferTo(account, 1) }), hasNoTime: true });

    expect(await settlementsOf(ledger, accounts, 0, 5)).toMatchObject([
      { at: new Date(chain.secondsOf(5) * 1000) },
    ]);
  });

  it('cannot be in a mint that does not exist', async () => {
    const { chain, ledger } = open();
    chain.head = 9;

    expect(await settlementsOf(ledger, [{ wallet, asset: solanaAddress(99) }], 0, 9)).toEqual([]);
  });
});

describe('the calls to a Solana provider', () => {
  it('are one for each account that has nothing new, and one for each mint at first', async () => {
    const { chain, provider, ledger } = open();
    chain.head = 100;
    await portionsOf(ledger, accounts, 0, 50);
    expect(Object.fromEntries(provider.calls)).toEqual({ getAccountInfo: 2, getSignaturesForAddress: 3 });

    provider.resetCount();
    await portionsOf(ledger, accounts, 51, 100);
    expect(Object.fromEntries(provider.calls)).toEqual({ getSignaturesForAddress: 3 });
  });

  it('read page after page of a busy account, in portions of some hundred transactions', async () => {
    const { chain, provider, ledger } = open();
    for (let i = 0; i < 2_500; i += 1) chain.add(i, sponsored({ transfer: transferTo(account, i) }));
    const portions = await portionsOf(ledger, [account], 100, chain.head);

    expect(portions.flatMap(({ settlements }) => settlements).map(({ block }) => block)).toEqual(
      Array.from({ length: 2_400 }, (_, i) => i + 100),
    );
    expect(portions.length).toBeGreaterThan(3);
    expect(Object.fromEntries(provider.calls)).toEqual({
      getAccountInfo: 1,
      getSignaturesForAddress: 4,
      getTransaction: 2_400,
    });
  });

  it('refuse a provider that lags behind the tip', async () => {
    const { chain, ledger } = open();
    chain.head = 9;

    await expect(settlementsOf(ledger, accounts, 0, 10)).rejects.toThrow(
      'the RPC provider refuses getSignaturesForAddress: "Minimum context slot has not been reached"',
    );
  });

  it.each<[string, string, (result: never) => unknown]>([
    ['transactions out of order', 'getSignaturesForAddress', (page: unknown[]) => page.toReversed()],
    [
      'a result of the wrong form',
      'getSignaturesForAddress',
      (page: object[]) => page.map((each) => ({ ...each, slot: -1 })),
    ],
    [
      'another transaction',
      'getTransaction',
      (given: object) => ({
        ...given,
        transaction: {
          signatures: [solanaAddress(1)],
          message: { accountKeys: [{ pubkey: payer }], instructions: [] },
        },
      }),
    ],
    ['another slot', 'getTransaction', (given: object) => ({ ...given, slot: 4711 })],
    ['null', 'getTransaction', () => null],
  ])('end in a fault when they are answered with %s', async (what, method, result) => {
    const { chain, provider, ledger } = open();
    for (const slot of [5, 6]) chain.add(slot, sponsored({ transfer: transferTo(account, 1) }));
    provider.faults = (call) =>
      call.method === method ? { result: result as (given: unknown) => unknown } : undefined;

    await expect(settlementsOf(ledger, [account], 0, 6)).rejects.toThrow(
      `the RPC provider answers ${method} with ${what}`,
    );
  });
});

describe('whatever the chain holds', () => {
  const others = [...accounts, { wallet: stranger, asset: usdc }];
  const transfer = fc
    .record({
      to: fc.constantFrom(...others),
      units: fc.nat(9),
      authority: fc.constantFrom(payer, facilitator),
    })
    .map(({ to, units, authority }) => transferTo(to, units, { authority }));
  const instruction = fc.oneof(
    fc.record({ transfer, inner: fc.array(transfer, { maxLength: 2 }) }),
    fc.record({ inner: fc.array(transfer, { maxLength: 2 }) }),
  );
  const transaction = fc.record({
    step: fc.nat(3),
    instructions: fc.array(instruction, { maxLength: 3 }),
    hasFailed: fc.boolean(),
  });
  const transactions = fc.array(transaction, { maxLength: 20 });

  it('the settlements are those of the chain', async () => {
    await fc.assert(
      fc.asyncProperty(
        transactions,
        fc.nat(2),
        fc.constantFrom(...passingFaults),
        async (given, times, fault) => {
          const { chain, provider, ledger } = open();
          let slot = 0;
          const expected = given.flatMap(({ step, ...added }) =>
            modelSettlements(chain, (slot += 1 + step), { feePayer: facilitator, ...added }),
          );
          provider.faults = failingFirst(times, fault);

          expect(await settlementsOf(ledger, accounts, 0, chain.head)).toEqual(expected);
        },
      ),
      { numRuns: 30 },
    );
  });
});

/** Adds a transaction to a slot, and says naively which settlements it holds. */
function modelSettlements(chain: SolanaChain, block: number, given: SolanaTransaction): Settlement[] {
  const tx = chain.add(block, given);
  const flat = given.instructions.flatMap(({ transfer, inner = [] }) => [transfer, ...inner]);
  if (given.hasFailed === true) return [];

  return flat.flatMap((each, index) =>
    accounts
      .filter((to) => each?.to === transferTo(to, 0).to && each.authority !== given.feePayer)
      .map((to) => ({
        ...to,
        payer: each?.authority ?? '',
        units: each?.units ?? 0n,
        tx,
        index,
        block,
        at: new Date(chain.secondsOf(block) * 1000),
      })),
  );
}
