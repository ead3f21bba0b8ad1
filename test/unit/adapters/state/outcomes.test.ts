import { beforeEach, describe, expect, it } from 'vitest';
import type { StateDatabase } from '../../../../src/adapters/state/database.ts';
import { SqlOutcomes } from '../../../../src/adapters/state/outcomes.ts';
import { aFinding, aReply, aStatement, aTx, statedService } from '../../../fixtures/outcomes.ts';
import { timeOf } from '../../../fixtures/payments.ts';
import { aState } from '../../../support/state-database.ts';

let open: () => Promise<StateDatabase>;
let outcomes: SqlOutcomes;

beforeEach(async () => {
  open = await aState();
  outcomes = new SqlOutcomes(await open());
});

const add = (n: number, claim: string | null = `claim ${String(n)}`, replaces?: string) =>
  outcomes.add([{ record: aStatement(n, { replaces }), claim, replaces }]);

const waitingFor = (tx: string, n = 0) => ({
  id: `waiting-${String(n)}`,
  service: statedService,
  claim: JSON.stringify({ network: 'eip155:8453', tx }),
  since: timeOf(n),
});

describe('a record', () => {
  it('is there for whoever opens the database next', async () => {
    expect(await add(1)).toBe(true);
    const reopened = new SqlOutcomes(await open());

    expect(await reopened.find('statement-1')).toEqual(JSON.parse(JSON.stringify(aStatement(1))));
    expect(await reopened.claimed('claim 1')).toMatchObject({ id: 'statement-1' });
    expect(await reopened.services()).toEqual([statedService]);
  });

  it('is added once, and never beside another one with its claim', async () => {
    await add(1);

    expect(await add(1, 'another claim')).toBe(false);
    expect(await add(2, 'claim 1')).toBe(false);
    expect(await outcomes.of(statedService)).toHaveLength(1);
  });

  it('is added with the others, or none is', async () => {
    await add(1);
    const others = [
      { record: aStatement(2), claim: 'claim 2' },
      { record: aStatement(3), claim: 'claim 1' },
    ];

    expect(await outcomes.add(others)).toBe(false);
    expect(await outcomes.of(statedService)).toHaveLength(1);
  });

  it('takes over the claim of the one that it replaces, of several at once only one', async () => {
    await add(1);
    const added = await Promise.all([2, 3, 4].map((n) => add(n, 'claim 1', 'statement-1')));

    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await outcomes.of(statedService)).toHaveLength(2);
    expect(await outcomes.claimed('claim 1')).toMatchObject({ replaces: 'statement-1' });
  });

  it('comes in the order in which it was added, page by page', async () => {
    for (const n of [3, 1, 2]) await add(n);
    const [first, ...others] = await outcomes.after(0, 10);

    expect(first).toMatchObject({ record: { id: 'statement-3' } });
    expect(await outcomes.after(first?.number ?? 0, 1)).toEqual(others.slice(0, 1));
  });

  it('waits for the log until it is there', async () => {
    await add(1);
    await add(2);
    await outcomes.noteLogged(['statement-1']);

    expect(await outcomes.unlogged(10)).toMatchObject([{ record: { id: 'statement-2' } }]);
  });

  it('waits for a look at its payer until there is a finding, if the payer signed it', async () => {
    await add(1);
    await outcomes.add([{ record: aStatement(2, { class: 'tx' }), claim: null }]);
    await outcomes.add([{ record: aReply(1), claim: null }]);
    expect(await outcomes.unfound(10)).toMatchObject([{ record: { id: 'statement-1' } }]);

    await outcomes.add([{ record: aFinding(1), claim: null }]);
    expect(await outcomes.unfound(10)).toEqual([]);
  });
});

describe('a waiting claim', () => {
  const most = { all: 3, ofTx: 2 };

  it('waits once, oldest first, until it ends', async () => {
    for (const n of [2, 1, 1]) expect(await outcomes.wait(waitingFor(aTx(n), n), aTx(n), most)).toBe(true);

    expect(await outcomes.waiting()).toEqual([waitingFor(aTx(1), 1), waitingFor(aTx(2), 2)]);
    await outcomes.endWaiting('waiting-1');
    expect(await outcomes.waiting()).toEqual([waitingFor(aTx(2), 2)]);
  });

  it('is refused where so many wait about its transaction, or in all', async () => {
    const wait = (tx: number, n: number) => outcomes.wait(waitingFor(aTx(tx), n), aTx(tx), most);

    expect([await wait(1, 1), await wait(1, 2), await wait(1, 3)]).toEqual([true, true, false]);
    expect([await wait(2, 4), await wait(2, 5), await wait(1, 1)]).toEqual([true, false, true]);
  });
});
