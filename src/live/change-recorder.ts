import { createHash } from 'node:crypto';
import type { DeclaredService } from '../domain/service.ts';
import type { ServiceChange } from '../domain/service-change.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import { type CatalogStore, unlisted } from './catalog-store.ts';
import type { ChangeLog, Clock, LoggedService, Log } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'onChange'>;
  readonly changeLog: Pick<ChangeLog, 'append' | 'listed' | 'removed'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Services compared with the change log before yielding to the event loop. */
const slice = 500;

/**
 * Writes created, updated and deleted services to the change log. Publishing waits for it, so a registration is answered after
 * its entry is written. When an entry cannot be written, the catalog goes on without it, since git has every declaration.
 */
export class ChangeRecorder {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Records every change from now on. */
  start(): void {
    this.#dependencies.store.onChange((change, before) => this.#append(this.#changesOf(change, before)));
  }

  /** Records the changes made while no server was running. Returns what is left of services that were removed without a tombstone. */
  async reconcile(): Promise<readonly Tombstone[]> {
    try {
      return await this.#reconcile();
    } catch (error) {
      this.#dependencies.log.error(
        { error },
        'the change log could not be read; changes made before this start are not in it',
      );
      return [];
    }
  }

  #changesOf(change: CatalogChange, before: Snapshot): ServiceChange[] {
    return [
      ...unlisted(change).flatMap((id) => {
        const service = before.find(id)?.declared;
        return service ? [this.#change('deleted', knownOf(service), id)] : [];
      }),
      ...change.put.map((service) =>
        this.#change(before.find(service.id) ? 'updated' : 'created', knownOf(service), service.id),
      ),
    ];
  }

  async #reconcile(): Promise<Tombstone[]> {
    const { store, changeLog } = this.#dependencies;
    const services = [...store.snapshot.entries()].map(({ declared }) => declared);
    const listed = await changeLog.listed();
    const gone = [...listed].filter(([id]) => !store.snapshot.find(id));
    await this.#append(gone.map(([id, known]) => this.#change('deleted', known, id)));
    for (let start = 0; start < services.length; start += slice) {
      // The listener has recorded services that changed since this method began.
      const present = services
        .slice(start, start + slice)
        .filter((service) => store.snapshot.find(service.id)?.declared === service);
      await this.#append(
        present.flatMap((service) => {
          const [known, now] = [listed.get(service.id), knownOf(service)];
          return known?.digest === now.digest
            ? []
            : [this.#change(known ? 'updated' : 'created', now, service.id)];
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }

    const removed = await changeLog.removed();
    return removed.filter(({ id }) => !store.snapshot.find(id) && !store.snapshot.tombstone(id));
  }

  #change(kind: ServiceChange['kind'], { name, endpoint, digest }: LoggedService, id: string): ServiceChange {
    const { store, clock } = this.#dependencies;
    const { commit } = store.snapshot.version;

    return { at: clock(), kind, id, name, endpoint, digest, commit };
  }

  async #append(changes: readonly ServiceChange[]): Promise<void> {
    if (changes.length === 0) return;

    const { changeLog, log } = this.#dependencies;
    try {
      await changeLog.append(changes);
    } catch (error) {
      log.error({ error, changes: changes.length }, 'the change log could not be written');
    }
  }
}

function knownOf(service: DeclaredService): LoggedService {
  const digest = createHash('sha256').update(printServiceFile(service)).digest('hex');

  return { name: service.name, endpoint: service.endpoint, digest };
}
