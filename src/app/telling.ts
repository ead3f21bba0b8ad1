import type { BranchExtent } from '../domain/service-version.ts';
import { DeclarationHistory } from '../live/declaration-history.ts';
import { WebhookTests } from '../live/webhook-tests.ts';
import { Webhooks } from '../live/webhooks.ts';
import { openTargets } from '../open/prober.ts';
import type { Catalog } from './catalog.ts';
import { deliveryDuty, feedDuty } from './duties.ts';
import type { Home } from './home.ts';
import type { Base } from './part.ts';
import type { Storage } from './storage.ts';

interface Needs {
  readonly home: Home;
  readonly storage: Storage;
  readonly catalog: Catalog;
}

export type Telling = ReturnType<typeof openTelling>;

/** Everything that tells of changes: webhooks and what delivers to them, how services became what they are, and what keeps the feed. */
export function openTelling(needs: Needs, { config, metrics }: Base) {
  const { state, clock, duties } = needs.storage;
  const { store, feed } = needs.catalog;
  const base = { config, state, store, clock, metrics };
  const targets = openTargets(config);
  const deliveries = deliveryDuty(base, feed, targets);
  const tests = new WebhookTests({ targets, clock });
  const changed = (): void => void deliveries.part?.look();

  return {
    deliveries,
    webhooks: new Webhooks({ feed, webhooks: state.webhooks, tests, changed, clock }),
    ...openDeclarations(needs, base),
    start: () => {
      duties.leases.add(deliveries);
    },
    stops: [() => tests.stop()],
  };
}

/** How services became what they are, from git, and what keeps the index of that and the feed. */
function openDeclarations({ home, catalog }: Needs, base: Parameters<typeof feedDuty>[0]) {
  const { store, feed, changeRecorder } = catalog;
  const { history } = home.repository;
  const upkeep = feedDuty(base, { feed, history, declarations: () => declarations, changeRecorder });
  const catchUp = async (extent: BranchExtent): Promise<void> => upkeep.part?.recorder.catchUp(extent);
  const declarations = new DeclarationHistory({
    store,
    history,
    versions: base.state.versions,
    recorder: { catchUp },
  });

  return { declarations, upkeep };
}
