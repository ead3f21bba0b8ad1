import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import type { Assets } from '../domain/asset.ts';
import { printDeclared, type TermsChange } from '../domain/payments.ts';
import type { DeclaredService } from '../domain/service.ts';
import { slicesOf } from '../domain/slices.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { subjectPartsOf } from '../domain/subject.ts';
import { declaredTerms } from '../payments/asked-terms.ts';
import { type CatalogStore, unlisted } from './catalog-store.ts';
import type { Clock, Log, PaymentStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'onChange'>;
  readonly payments: Pick<PaymentStore, 'declare' | 'declared' | 'askingIds' | 'hasDeclared'>;
  readonly assets: Assets;
  readonly clock: Clock;
  readonly log: Log;
}

/** Services compared with what is on file before yielding to the event loop. */
const slice = 500;

/** Notes what services declare to ask, so that a later change does not take away what was paid before it. */
export class TermsRecorder {
  readonly #dependencies: Dependencies;
  /** Whether something could not be written. */
  #isBehind = false;
  /** Whether anything is on file. */
  #isRecorded = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Notes every change from now on. Returns what ends that. */
  start(): () => void {
    return this.#dependencies.store.onChange((change) => this.#append(this.#changesOf(change)));
  }

  /** Notes what could not be written when it changed, and everything again when the database was deleted. */
  async catchUp(): Promise<void> {
    const isLost = this.#isRecorded && !(await this.#dependencies.payments.hasDeclared());
    if (this.#isBehind || isLost) await this.reconcile();
  }

  /** Notes the changes made while no server was running. */
  async reconcile(): Promise<void> {
    const { store, payments, log } = this.#dependencies;
    this.#isBehind = false;
    try {
      const { snapshot } = store;
      this.#isRecorded ||= await payments.hasDeclared();
      await this.#noteGone();
      await this.#reconcile(snapshot);
    } catch (error) {
      this.#isBehind = true;
      log.error({ error }, 'the declared terms could not be read; payments are counted by those on file');
    }
  }

  async #noteGone(): Promise<void> {
    const { store, payments } = this.#dependencies;
    for (let after = '', isLast = false; !isLast;) {
      const ids = await payments.askingIds(after, slice);
      await this.#append(ids.filter((id) => !store.snapshot.find(id)).map((id) => this.#left(id)));
      isLast = ids.length < slice;
      after = ids.at(-1) ?? after;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #reconcile(snapshot: Snapshot): Promise<void> {
    const { store, payments } = this.#dependencies;

    for (const asked of slicesOf(snapshot.ids(), slice)) {
      const known = await payments.declared(asked);
      const some = asked.flatMap((id) => snapshot.find(id)?.declared ?? []);
      // The listener has noted services that changed since this method began.
      const present = some.filter((service) => store.snapshot.find(service.id)?.declared === service);
      const declared = present.map((service) => this.#asked(service));
      await this.#append(
        declared.filter((change) => printDeclared(change) !== (known.get(change.serviceId) ?? '')),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #changesOf(change: CatalogChange): TermsChange[] {
    return [
      ...unlisted(change).map((id) => this.#left(id)),
      ...change.put.map((service) => this.#asked(service)),
    ];
  }

  #asked(service: DeclaredService): TermsChange {
    const { assets, clock } = this.#dependencies;
    const terms = declaredTerms(service, assets);
    const asked = { serviceId: service.id, terms, at: clock() };

    return terms.length === 0 ? asked : { ...asked, subject: subjectPartsOf(service) };
  }

  #left(serviceId: string): TermsChange {
    return { serviceId, hasLeft: true, terms: [], at: this.#dependencies.clock() };
  }

  async #append(changes: readonly TermsChange[]): Promise<void> {
    if (changes.length === 0) return;

    const { payments, log } = this.#dependencies;
    try {
      await payments.declare(changes);
      this.#isRecorded ||= changes.some(({ terms }) => terms.length > 0);
    } catch (error) {
      this.#isBehind = true;
      log.error({ error, changes: changes.length }, 'declared terms could not be written');
    }
  }
}
