import { OutcomeMaintenance } from '../live/outcome-maintenance.ts';
import { LeasedTask } from '../live/duty.ts';
import { ShownOutcomes } from '../live/shown-outcomes.ts';
import { StatedOutcomes } from '../live/stated-outcomes.ts';
import { openIntake } from '../open/outcomes.ts';
import type { Catalog } from './catalog.ts';
import type { Counting } from './counting.ts';
import type { Base } from './part.ts';
import type { Storage } from './storage.ts';
import type { Writing } from './writing.ts';

interface Needs {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly writing: Writing;
  readonly counting: Counting;
}

export type Outcomes = ReturnType<typeof openOutcomes>;

/** What buyers state about their payments: taken in, checked against the chain, shown, and logged. */
export function openOutcomes({ storage, catalog, writing, counting }: Needs, { config, log, life }: Base) {
  const { state, clock, duties } = storage;
  const { store } = catalog;
  const { outcomes } = state;
  const stated = new StatedOutcomes(outcomes);
  const shown = new ShownOutcomes(store, stated);
  shown.start();
  const onRecord = (service: string): void => {
    shown.show([service]).catch((error: unknown) => {
      log.warn(
        { error, service },
        'what buyers say could not be shown; the next statement or start shows it',
      );
    });
    writing.logMaintenance?.oweRecords();
  };
  const { ledgers } = counting;
  const { intake, payments } = openIntake(config, { state, ledgers, onRecord, stopping: life.stopping });
  const maintenance = new LeasedTask('outcomes', (tenure) => {
    const parts = { outcomes, payments, onRecord, clock };
    const component = new OutcomeMaintenance({ ...parts, store, intake, log: tenure.log });
    component.start(config.payments.intervalMs);
    return { component, end: () => component.stop() };
  });

  return {
    ...{ stated, shown, intake },
    start: () => {
      if (counting.ledgers.size > 0) duties.leases.add(maintenance);
    },
  };
}
