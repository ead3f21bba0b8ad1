import { expect, it } from 'vitest';
import { SqlOutcomes } from '../../../src/adapters/state/outcomes.ts';
import { OutcomeMaintenance } from '../../../src/live/outcome-maintenance.ts';
import { TestClock } from '../../fixtures/clock.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { aStatement } from '../../fixtures/outcome-records.ts';
import { aSnapshot, anEntry } from '../../fixtures/services.ts';
import { aState } from '../../support/state-database.ts';

it('shows what an import added to the record, and does not look at it again', async () => {
  const [rain, snow] = ['rain', 'snow'].map(
    (name) => anEntry({ endpoint: `https://${name}.example.com` }).declared,
  );
  if (!rain || !snow) throw new Error('there are services');
  const outcomes = new SqlOutcomes(await (await aState())());
  const shown: string[] = [];
  const log = new MemoryLog();
  const maintenance = new OutcomeMaintenance({
    store: { snapshot: aSnapshot([]) },
    outcomes,
    intake: { submit: () => Promise.resolve({ kind: 'full' }) },
    payments: {
      isCounted: () => false,
      find: () => Promise.resolve({ waiting: 'provider' }),
      origins: () => Promise.reject(new Error('nobody is looked at')),
    },
    onRecord: (service) => shown.push(service),
    clock: new TestClock().now,
    log,
  });
  const add = (service: typeof rain, number: number) =>
    outcomes.add([{ record: aStatement(service, number, { class: 'tx' }), claim: null }]);
  await add(rain, 1);
  await maintenance.pass();
  expect(shown.splice(0)).toEqual([rain.id]);

  await maintenance.pass();
  expect(shown).toEqual([]);
  await add(snow, 2);
  await maintenance.pass();
  expect(shown).toContain(snow.id);
  expect(log.lines).toEqual([]);
});
