import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { replaceTerms } from '../../../../src/adapters/state/asked-terms.ts';
import type { StateDatabase } from '../../../../src/adapters/state/database.ts';
import { SqlPayments } from '../../../../src/adapters/state/payments.ts';
import type { AttributedSettlement, CountedPortion, TermsPeriod } from '../../../../src/domain/payments.ts';
import { servicesPaidBy } from '../../../../src/payments/attribution.ts';
import { aPayment, aPeriod, network, timeOf, usdc, walletOf } from '../../../fixtures/payments.ts';
import { aStateDatabase, isBrief } from '../../../support/state-database.ts';

const account = { asset: usdc, wallet: walletOf(1) };
let database: StateDatabase;
let payments: SqlPayments;

beforeEach(async () => {
  database = await aStateDatabase();
  payments = new SqlPayments(database);
});

/** Puts a period on file as a declaration or a check would. */
async function ask({ serviceId, source, since, until, ...terms }: TermsPeriod): Promise<void> {
  await database.transaction(function* () {
    yield* replaceTerms(serviceId, source, [terms], { since, at: since });
    if (until) yield* replaceTerms(serviceId, source, [], { since: until, at: until });
  });
}

function portion(
  from: number,
  to: number,
  settlements: readonly AttributedSettlement[],
  accounts = [account],
): CountedPortion {
  const at = (block: number) => ({ block, at: timeOf(block) });
  return { network, accounts, from: at(from), to: at(to), settlements };
}

async function sumOf(id: string) {
  const sums = (await payments.sums([id])).get(id) ?? [];
  return {
    payments: sums.reduce((sum, each) => sum + each.payments, 0),
    units: sums.reduce((sum, { units }) => sum + units, 0n),
    own: sums.reduce((sum, { own }) => sum + own, 0),
    ...(await payments.payers(sums.map((each) => each.id))),
  };
}

describe('payments on file', () => {
  it('add up by service, day and payer', async () => {
    const changed = await payments.record(
      portion(1, 3_000, [
        aPayment(['a'], { block: 1, payer: walletOf(100) }),
        aPayment(['a'], { block: 2, payer: walletOf(100) }),
        aPayment(['a'], { block: 2_000, payer: walletOf(101) }),
        aPayment(['b'], { block: 2_000, index: 1, units: 7n }),
      ]),
    );

    expect([...changed].sort()).toEqual(['a', 'b']);
    expect(await sumOf('a')).toEqual({ payments: 3, units: 3_000n, payers: 2, most: 2, own: 0 });
    expect(await sumOf('b')).toMatchObject({ payments: 1, units: 7n });
    expect(await payments.days('a', '2026-01-01')).toMatchObject([
      { date: '2026-01-01', payments: 2, units: 2_000n, payers: 1 },
      { date: '2026-01-02', payments: 1, units: 1_000n, payers: 1 },
    ]);
    expect(await payments.days('a', '2026-01-02')).toHaveLength(1);
  });

  it('are counted up to the newest block of any account of their network', async () => {
    const other = { asset: usdc, wallet: walletOf(2) };
    expect(await payments.newest()).toEqual(new Map());
    await payments.record(portion(1, 20, [aPayment(['a'], { block: 5 })]));
    await payments.record(portion(1, 10, [], [other]));

    expect(await payments.newest()).toEqual(new Map([[network, { block: 20, at: timeOf(20) }]]));
  });

  it('are not counted again when their blocks are recorded again', async () => {
    const twice = portion(1, 10, [aPayment(['a'], { block: 5 }), aPayment(['a'], { block: 6 })]);
    await payments.record(twice);

    expect(await payments.record(twice)).toEqual([]);
    expect(await sumOf('a')).toMatchObject({ payments: 2, units: 2_000n });
  });

  it('go, with all their traces, when their blocks hold them no more', async () => {
    await payments.record(portion(1, 10, [aPayment(['a'], { block: 5 })]));
    await payments.record(portion(11, 20, [aPayment(['a'], { block: 15, payer: walletOf(7) })]));
    await payments.record(portion(4, 12, []));

    expect(await sumOf('a')).toEqual({ payments: 1, units: 1_000n, payers: 1, most: 1, own: 0 });
    await payments.record(portion(13, 20, []));
    expect(await sumOf('a')).toEqual({ payments: 0, units: 0n, payers: 0, most: 0, own: 0 });
    expect(await payments.days('a', '2026-01-01')).toEqual([]);
    expect(await payments.recent('a', 20)).toEqual([]);
  });

  it('of other accounts stay when blocks are recorded again', async () => {
    const other = { asset: usdc, wallet: walletOf(2) };
    await payments.record(portion(1, 10, [aPayment(['b'], { block: 5, wallet: walletOf(2) })], [other]));
    await payments.record(portion(1, 10, []));

    expect(await sumOf('b')).toMatchObject({ payments: 1 });
  });

  it('go when the chain is shorter than they are high', async () => {
    await payments.record(portion(1, 20, [aPayment(['a'], { block: 5 }), aPayment(['a'], { block: 15 })]));

    expect(await payments.forgetAfter(network, 10)).toEqual(['a']);
    expect(await sumOf('a')).toMatchObject({ payments: 1, units: 1_000n });
  });

  it('keep their service, whatever is asked later', async () => {
    await payments.record(portion(1, 10, [aPayment(['a'], { block: 5 })]));
    await payments.record(portion(1, 10, [aPayment(['b'], { block: 5 })]));

    expect(await sumOf('a')).toMatchObject({ payments: 1 });
    expect(await sumOf('b')).toMatchObject({ payments: 0 });
  });

  it('of a shared price are reported by each service, and once in all', async () => {
    await payments.record(portion(1, 10, [aPayment(['a', 'b'], { block: 5 }), aPayment([], { block: 6 })]));

    expect(await sumOf('a')).toEqual(await sumOf('b'));
    expect(await payments.totals()).toEqual([{ network, asset: usdc, payments: 1, units: 1_000n }]);
  });

  it('are added up from a day on, each once', async () => {
    await payments.record(
      portion(1, 3_000, [
        aPayment(['a'], { block: 5 }),
        aPayment(['a', 'b'], { block: 2_000 }),
        aPayment([], { block: 2_001 }),
      ]),
    );
    const from = timeOf(2_000).toISOString().slice(0, 10);

    expect(await payments.totals(from)).toEqual([{ network, asset: usdc, payments: 1, units: 1_000n }]);
    expect(await payments.totals('2999-01-01')).toEqual([]);
  });

  it('of one payer to several accounts are those of one payer', async () => {
    await payments.record(
      portion(1, 10, [aPayment(['a'], { block: 5 }), aPayment(['a', 'b'], { block: 6 })]),
    );

    expect(await sumOf('a')).toMatchObject({ payments: 2, payers: 1, most: 2 });
  });

  it('of the wallet to itself are distinguished', async () => {
    await payments.record(
      portion(1, 10, [aPayment(['a'], { block: 5, payer: walletOf(1) }), aPayment(['a'])]),
    );

    expect(await sumOf('a')).toMatchObject({ payments: 2, own: 1 });
  });

  it('are listed newest first', async () => {
    const made = [3, 9, 5].map((block) => aPayment(['a'], { block }));
    await payments.record(portion(1, 10, made));

    expect((await payments.recent('a', 2)).map(({ tx }) => tx)).toEqual(['0x9-0', '0x5-0']);
  });

  it('that matched nobody can be given to who asked for them', async () => {
    await payments.record(
      portion(1, 10, [aPayment([], { block: 5 }), aPayment([], { block: 6, units: 7n })]),
    );
    expect(await payments.unmatched(network, 10)).toEqual([]);
    await payments.declare([{ serviceId: 'a', terms: [aPeriod('a')], at: timeOf(9) }]);
    const unmatched = await payments.unmatched(network, 10);

    expect(unmatched).toEqual([aPayment([], { block: 5 })]);
    expect(await payments.assign(network, [aPayment(['a'], { block: 5 })])).toEqual(['a']);
    expect(await sumOf('a')).toMatchObject({ payments: 1, units: 1_000n, payers: 1 });
    expect(await payments.unmatched(network, 10)).toEqual([]);
  });

  it('that exceed every limit do not hide one that a limit covers', async () => {
    const limits = [99n, 1_000n].map((units) => aPeriod('a', { source: 'observed', units, isLimit: true }));
    for (const [n, limit] of limits.entries()) await ask({ ...limit, serviceId: String(n) });
    const above = Array.from({ length: 50 }, (_, n) => aPayment([], { block: 6 + n, units: 1_001n }));
    await payments.record(portion(1, 100, [aPayment([], { block: 5 }), ...above]));

    expect(await payments.unmatched(network, 10)).toEqual([aPayment([], { block: 5 })]);
  });

  it.skipIf(isBrief())(
    'that matched nobody are found again once they belong to a service, and only then',
    async () => {
      const units = fc.constantFrom(9n, 10n, 99n, 100n, 10n ** 18n, 10n ** 18n + 1n, 10n ** 40n);
      const block = fc.integer({ min: 1, max: 4 });
      const period = fc.record({
        source: fc.constantFrom('declared', 'observed'),
        units,
        isLimit: fc.boolean(),
        since: block.map(timeOf),
        until: fc.option(fc.integer({ min: 4, max: 6 }).map(timeOf)),
      });
      const payment = fc.record({ units, block: fc.integer({ min: 1, max: 6 }) });
      let runs = 0;

      await fc.assert(
        fc.asyncProperty(fc.array(period, { maxLength: 4 }), fc.array(payment), async (periods, paid) => {
          runs += 1;
          const wallet = walletOf(1_000 + runs);
          const made = paid.map((each, index) =>
            aPayment([], { ...each, wallet, index, tx: `${wallet}-${String(index)}` }),
          );
          const asked = periods.map((each, n) => aPeriod(String(n), { ...each, wallet }));
          for (const each of asked) await ask(each);
          await payments.record(portion(1, 6, made, [{ asset: usdc, wallet }]));

          const found = (await payments.unmatched(network, 10_000)).filter((each) => each.wallet === wallet);
          const matching = made.filter((each) => servicesPaidBy(each, asked).length > 0);
          expect(new Set(found)).toEqual(new Set(matching));
        }),
        { numRuns: 200 },
      );
    },
  );

  it('are forgotten one by one after a time, and their sums stay', async () => {
    await payments.record(portion(1, 10, [aPayment(['a'], { block: 5 })]));
    await payments.prune(timeOf(6));

    expect(await payments.recent('a', 20)).toEqual([]);
    expect(await sumOf('a')).toMatchObject({ payments: 1, payers: 1 });
    expect(await payments.days('a', '2026-01-01')).toHaveLength(1);

    await payments.record(portion(1, 10, [aPayment(['a'], { block: 5 }), aPayment(['a'], { block: 8 })]));
    expect(await sumOf('a')).toMatchObject({ payments: 2 });
  });
});

describe('the progress of counting', () => {
  it('is stored for each account, and goes back with a rewind', async () => {
    await payments.declare([{ serviceId: 'a', terms: [aPeriod('a')], at: timeOf(0) }]);
    expect(await payments.accounts(network, timeOf(0))).toMatchObject([{ ...account, from: null, to: null }]);

    await payments.record(portion(5, 10, []));
    await payments.record(portion(11, 20, []));
    expect(await payments.progress(network, account)).toMatchObject({
      from: { block: 5 },
      to: { block: 20 },
    });

    await payments.rewind(network, 10, 12);
    expect(await payments.progress(network, account)).toEqual({
      from: { block: 5, at: timeOf(5) },
      to: { block: 10, at: timeOf(10) },
    });
    await payments.rewind(network, 7, 12);
    expect(await payments.progress(network, account)).toMatchObject({ to: { block: 7, at: timeOf(7) } });
    await payments.rewind(network, 1, 12);
    expect(await payments.progress(network, account)).toMatchObject({ from: { block: 5 }, to: { block: 4 } });
    await payments.rewind(network, undefined, 12);
    expect(await payments.progress(network, account)).toEqual({ from: null, to: null });
  });

  it('has the heads of its passes as checkpoints, up to which it goes back', async () => {
    const checkpoint = (head: number) => ({
      head,
      hash: `hash ${String(head)}`,
      counted: head - 2,
      isSure: false,
    });
    for (const head of [10, 20, 30]) await payments.addCheckpoint(network, checkpoint(head));
    await payments.makeSure(network, 20);
    expect(await payments.checkpoints(network)).toEqual([
      { ...checkpoint(10), isSure: true },
      { ...checkpoint(20), isSure: true },
      checkpoint(30),
    ]);

    await payments.rewind(network, 8, 10);
    expect((await payments.checkpoints(network)).map(({ head }) => head)).toEqual([10]);
  });

  it('keeps the oldest and the newest checkpoints', async () => {
    for (let head = 0; head < 150; head += 1) {
      await payments.addCheckpoint(network, { head, hash: 'hash', counted: head, isSure: true });
    }
    await payments.makeSure(network, 149);

    const heads = (await payments.checkpoints(network)).map(({ head }) => head);
    expect(heads).toHaveLength(101);
    expect([heads[0], heads.at(-1)]).toEqual([0, 149]);
  });
});

describe('the accounts of a network', () => {
  it.skipIf(isBrief())('are all listed once, however many there are', async () => {
    const wallets = Array.from({ length: 2_500 }, (_, n) => walletOf(n));
    const terms = wallets.map((wallet) => aPeriod('a', { wallet }));
    await payments.declare([
      { serviceId: 'a', terms, at: timeOf(0) },
      { serviceId: 'b', terms, at: timeOf(1) },
    ]);

    const listed = await payments.accounts(network, timeOf(0));
    expect(listed.map(({ wallet }) => wallet).sort()).toEqual(wallets);
  });
});

describe('what services asked', () => {
  const asked = (units: bigint) => [aPeriod('a', { units })];

  it('is stored with its time when it changes', async () => {
    await payments.declare([{ serviceId: 'a', terms: asked(1n), at: timeOf(1) }]);
    await payments.declare([{ serviceId: 'a', terms: asked(1n), at: timeOf(2) }]);
    await payments.declare([{ serviceId: 'a', terms: asked(2n), at: timeOf(3) }]);

    expect(await payments.periods(network, account)).toEqual([
      aPeriod('a', { units: 1n, since: timeOf(1), until: timeOf(3) }),
      aPeriod('a', { units: 2n, since: timeOf(3) }),
    ]);
    expect(await payments.askingIds('', 10)).toEqual(['a']);
    expect([...(await payments.declared(['a', 'b'])).keys()]).toEqual(['a']);
  });

  it('ends when the service leaves, and its account is counted to the end', async () => {
    await payments.declare([{ serviceId: 'a', terms: asked(1n), at: timeOf(1) }]);
    await ask(aPeriod('a', { source: 'observed', since: timeOf(2) }));
    await payments.declare([{ serviceId: 'a', hasLeft: true, terms: [], at: timeOf(5) }]);

    expect(await payments.askingIds('', 10)).toEqual([]);
    expect((await payments.declared(['a'])).size).toBe(0);
    expect(await payments.accounts(network, timeOf(4))).toHaveLength(1);
    expect(await payments.accounts(network, timeOf(6))).toEqual([]);
  });

  it.skipIf(isBrief())('has a limit, since a seller could ask something else every time', async () => {
    for (let n = 1; n <= 250; n += 1) {
      await payments.declare([{ serviceId: 'a', terms: asked(BigInt(n)), at: timeOf(n) }]);
    }

    const stored = await payments.periods(network, account);
    expect(stored.length).toBeLessThanOrEqual(201);
    expect(stored.map(({ units }) => units)).toContain(250n);
  });
});
