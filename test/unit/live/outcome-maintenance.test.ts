import { beforeEach, describe, expect, it } from 'vitest';
import { OutcomeMaintenance } from '../../../src/live/outcome-maintenance.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { aStatement } from '../../fixtures/outcome-records.ts';
import { aSnapshot, anEntry } from '../../fixtures/services.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { addressOf, aStatedMarket, paidBy, type StatedMarket } from '../../support/stated-market.ts';
import { aTx } from '../../fixtures/outcomes.ts';

const hour = 3_600_000;

let market: StatedMarket;
let log: MemoryLog;
let maintenance: OutcomeMaintenance;

beforeEach(async () => {
  market = aStatedMarket(await aStateDatabase());
  log = new MemoryLog();
  const { parts, intake, service } = market;
  const store = { snapshot: aSnapshot([anEntry(service)]) };
  maintenance = new OutcomeMaintenance({ ...parts, intake, store, log });
});

const kinds = async () => (await market.outcomes.of(market.service.id)).map(({ kind }) => kind);

describe('a statement that waits', () => {
  it('is recorded once its payment is final', async () => {
    market.pay(10);
    market.chain.final = 9;
    await market.intake.submit(market.service, await market.signed(10));
    await maintenance.pass();
    expect(await kinds()).toEqual([]);

    market.chain.final = 10;
    await maintenance.pass();
    expect(await kinds()).toEqual(['statement', 'finding']);
    expect(await market.outcomes.waiting()).toEqual([]);
  });

  it('still replaces an older one when it can be checked', async () => {
    market.pay(10);
    await market.intake.submit(market.service, await market.signed(10));
    market.chain.fails = () => true;
    const replaced = await market.intake.submit(market.service, await market.signed(10, 'nothing'), true);
    expect(replaced).toMatchObject({ kind: 'waiting' });

    market.chain.fails = () => false;
    await maintenance.pass();
    expect((await market.outcomes.of(market.service.id)).at(-2)).toMatchObject({ outcome: 'nothing' });
  });

  it('is forgotten after a day', async () => {
    market.chain.fails = () => true;
    await market.intake.submit(market.service, await market.signed(10));
    market.time.advance(24 * hour);
    await maintenance.pass();
    expect(await market.outcomes.waiting()).toHaveLength(1);

    market.time.advance(1);
    await maintenance.pass();
    expect(await market.outcomes.waiting()).toEqual([]);
  });
});

describe('a payer of whom nothing was found out', () => {
  beforeEach(async () => {
    market.chain.fails = (method) => method === 'transfers';
  });

  it('is looked at again, an hour after a look that failed', async () => {
    market.pay(10);
    await market.intake.submit(market.service, await market.signed(10));
    await maintenance.pass();
    market.chain.fails = () => false;
    await maintenance.pass();
    expect(await kinds()).toEqual(['statement']);

    market.time.advance(hour);
    await maintenance.pass();
    expect(await kinds()).toEqual(['statement', 'finding']);
  });

  it('is found to be funded by the seller afterwards, so that its statement counts no more', async () => {
    market.chain.send(addressOf(1), addressOf(10), 1_000n);
    market.chain.settle(paidBy(10, { tx: aTx(10), block: 10 }));
    await market.intake.submit(market.service, await market.signed(10));
    market.chain.fails = () => false;
    await maintenance.pass();

    expect((await market.outcomes.of(market.service.id)).at(-1)).toMatchObject({ isFundedBySeller: true });
  });

  it('is found to be funded by the seller that sent a token of many, whoever sent the others', async () => {
    market.chain.send(addressOf(1), addressOf(10), 1_000_000n);
    market.chain.settle(paidBy(10, { tx: aTx(10), block: 10, units: 5_000_000n }));
    await market.intake.submit(market.service, await market.signed(10, 'overcharged'));
    market.chain.fails = () => false;
    await maintenance.pass();

    expect((await market.outcomes.of(market.service.id)).at(-1)).toMatchObject({
      ...{ kind: 'finding', funders: null, isFundedBySeller: true },
    });
  });

  it('is left unknown after a day', async () => {
    market.pay(10);
    await market.intake.submit(market.service, await market.signed(10));
    market.time.advance(25 * hour);
    await maintenance.pass();

    expect((await market.outcomes.of(market.service.id)).at(-1)).toMatchObject({
      kind: 'finding',
      funders: null,
    });
    expect(await market.outcomes.unfound(1)).toEqual([]);
  });
});

it('logs a state that fails, and goes on with the next pass', async () => {
  market.outcomes.waiting = () => Promise.reject(new Error('the disk is full'));
  await maintenance.pass();

  expect(log.lines).toMatchObject([{ level: 'warn' }]);
});

it('shows what an import added to the record, once', async () => {
  const { parts, intake, service, outcomes } = market;
  const shown: string[] = [];
  const onRecord = (id: string): void => void shown.push(id);
  const store = { snapshot: aSnapshot([anEntry(service)]) };
  const watching = new OutcomeMaintenance({ ...parts, intake, store, log, onRecord });
  await watching.pass();
  expect(shown).toEqual([]);

  await outcomes.add([{ record: aStatement(service, 1, { class: 'tx' }), claim: null }]);
  await watching.pass();
  await watching.pass();
  expect(shown).toEqual([service.id]);
});
