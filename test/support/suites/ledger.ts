import { expect, it } from 'vitest';
import type { Account, Settlement } from '../../../src/domain/settlement.ts';
import type { Ledger } from '../../../src/live/ports.ts';
import { portionsOf, settlementsOf } from '../chain/all-portions.ts';
import { failingFirst, passingFaults, type RpcProvider } from '../chain/rpc-provider.ts';

/** A chain with payments from block `first` to `last`, some of them in one transaction, among transfers that are none. */
export interface LedgerUnderTest {
  /** One that reads no answer of a megabyte. */
  readonly ledger: Ledger;
  readonly provider: RpcProvider;
  readonly accounts: readonly Account[];
  readonly expected: readonly Settlement[];
  readonly first: number;
  readonly last: number;
  /** When a block was made; only for blocks there are. */
  readonly timeOf: (block: number) => Date;
}

/** The contract of every ledger. */
export function ledgerSuite(open: () => LedgerUnderTest): void {
  it('gives each payment once, with all that is known of it', async () => {
    const { ledger, accounts, expected, first, last } = open();

    expect(expected.length).toBeGreaterThan(20);
    expect(await settlementsOf(ledger, accounts, first, last)).toEqual(expected);
  });

  it('gives the same when it is asked again', async () => {
    const { ledger, accounts, expected, first, last } = open();
    await settlementsOf(ledger, accounts, first, last);

    expect(await settlementsOf(ledger, accounts, first, last)).toEqual(expected);
  });

  it('gives portions that follow each other without gaps, oldest first', async () => {
    const { ledger, accounts, first, last } = open();
    const portions = await portionsOf(ledger, accounts, first, last);

    expect(portions[0]?.from).toBe(first);
    expect(portions.at(-1)?.to).toBe(last);
    for (const [i, { from, to, settlements }] of portions.entries()) {
      expect(from).toBe(i === 0 ? first : (portions[i - 1]?.to ?? Number.NaN) + 1);
      expect(settlements.every(({ block }) => block >= from && block <= to)).toBe(true);
    }
  });

  it('leaves out blocks outside of the range, and includes both its ends', async () => {
    const { ledger, accounts, expected } = open();
    const blocks = [...new Set(expected.map(({ block }) => block))];
    const [from = 0, to = 0] = [blocks[1], blocks.at(-2)];

    expect(await settlementsOf(ledger, accounts, from, to)).toEqual(
      expected.filter(({ block }) => block >= from && block <= to),
    );
  });

  it('leaves out other accounts', async () => {
    const { ledger, accounts, expected, first, last } = open();
    const [account] = accounts;

    expect(account && (await settlementsOf(ledger, [account], first, last))).toEqual(
      expected.filter(({ wallet, asset }) => wallet === account?.wallet && asset === account.asset),
    );
  });

  it('gives an empty portion for a range without payments, and for no accounts', async () => {
    const { ledger, accounts, last } = open();

    expect(await portionsOf(ledger, accounts, last, last)).toEqual([
      { from: last, to: last, settlements: [] },
    ]);
    expect(await portionsOf(ledger, [], 0, last)).toEqual([{ from: 0, to: last, settlements: [] }]);
    expect(await portionsOf(ledger, accounts, last, last - 1)).toEqual([]);
  });

  it('finds the newest block that counts', async () => {
    const { ledger, last, timeOf } = open();

    expect(await ledger.tip()).toMatchObject({ block: last, at: timeOf(last) });
    expect(await ledger.tip()).toMatchObject({ block: last, at: timeOf(last) });
  });

  it('finds the first block at a time', async () => {
    const { ledger, expected, last, timeOf } = open();

    for (const { block, at } of expected.slice(0, 5)) {
      expect(await ledger.blockAt(at)).toEqual({ block, at });
    }
    expect(await ledger.blockAt(new Date(0))).toMatchObject({ block: 0 });
    expect(await ledger.blockAt(new Date(timeOf(last).getTime() + 1))).toMatchObject({ block: last });
  });

  it('keeps the hash of a block, while the chain is not reorganised', async () => {
    const { ledger, first } = open();

    expect(await ledger.hashOf(first)).toEqual(expect.any(String));
    expect(await ledger.hashOf(first)).toBe(await ledger.hashOf(first));
  });

  it.each(passingFaults)(
    'survives a provider that fails three times at each call, with %j',
    async (fault) => {
      const { ledger, provider, accounts, expected, first, last } = open();
      provider.faults = failingFirst(3, fault);

      expect(await settlementsOf(ledger, accounts, first, last)).toEqual(expected);
    },
  );

  it('waits when the provider throttles', async () => {
    const { ledger, provider, accounts, expected, first, last } = open();
    provider.faults = ({ count }) =>
      count === 2 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;

    const start = performance.now();
    expect(await settlementsOf(ledger, accounts, first, last)).toEqual(expected);
    expect(performance.now() - start).toBeGreaterThan(950);
  });

  it.each<[string, Parameters<typeof asFaults>[0]]>([
    ['is away', { reset: true }],
    ['is down', { status: 503 }],
    ['redirects', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
    ['knows no such key', { status: 401 }],
    ['throttles for long', { status: 429, headers: { 'retry-after': '86400' } }],
    ['throttles without end', { error: { code: -32005, message: 'rate limit exceeded' } }],
    ['refuses', { error: { code: -32603, message: 'internal error\u202e SECRETKEYSECRETKEY' } }],
    ['has no such method', { error: { code: -32601, message: 'no such method' } }],
    ['sends HTML', { text: () => '<html>' }],
    ['sends half an answer', { text: (text) => text.slice(0, -20) }],
    ['sends more than anybody can use', { text: (text) => text + ' '.repeat(1_000_000) }],
    ['answers another call', { id: 4711 }],
    ['sends null', { result: () => null }],
    ['sends nothing', { result: () => undefined }],
    ['sends another shape', { result: () => [[[{}]]] }],
    ['never answers', { silent: true }],
  ])('fails with a sentence when the provider %s', async (_what, fault) => {
    const { ledger, provider, accounts, first, last } = open();
    provider.faults = asFaults(fault);

    const failures = await Promise.all([
      failureOf(ledger.tip()),
      failureOf(ledger.blockAt(new Date())),
      failureOf(settlementsOf(ledger, accounts, first, last)),
    ]);
    for (const failure of failures) {
      expect(failure).toMatchObject({
        name: 'LedgerFault',
        message: expect.stringMatching(/^the RPC provider [\x20-\x7e…]{10,150}$/) as string,
      });
      expect(failure).not.toMatchObject({ message: expect.stringMatching(/SECRET|127\.0/) as string });
    }
    expect(provider.count).toBeLessThan(150);
  });
}

function asFaults(fault: ReturnType<RpcProvider['faults']>): RpcProvider['faults'] {
  return () => fault;
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
