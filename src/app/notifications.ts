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

export type Notifications = ReturnType<typeof openNotifications>;

/** Everything that reports changes: webhooks and their deliveries, the histories of services, and the maintenance of the feed. */
export function openNotifications(needs: Needs, { config, metrics }: Base) {
  const { state, clock, duties } = needs.storage;
  const { store, feed } = needs.catalog;
  const base = { config, state, store, clock, metrics };
  const targets = openTargets(config);
  const deliveries = deliveryDuty(base, feed, targets);
  const tests = new WebhookTests({ targets, clock });
  const changed = (): void => void deliveries.component?.look();

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

/** The histories of services, read from git, and the task that maintains their index and the feed. */
function openDeclarations({ home, catalog }: Needs, base: Parameters<typeof feedDuty>[0]) {
  const { store, feed, changeRecorder } = catalog;
  const { history } = home.repository;
  const feedTask = feedDuty(base, { feed, history, declarations: () => declarations, changeRecorder });
  const catchUp = async (extent: BranchExtent): Promise<void> => feedTask.component?.recorder.catchUp(extent);
  const declarations = new DeclarationHistory({
    store,
    history,
    versions: base.state.versions,
    recorder: { catchUp },
  });

  return { declarations, feedTask };
}
