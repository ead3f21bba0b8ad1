import { isRecent } from '../domain/duration.ts';
import type { AppliedBatch } from './store.ts';
import { nameOf } from './catalog-client.ts';
import type { ChangeFeed } from './change-feed.ts';
import { compareWithManifest } from './compare-manifest.ts';
import { LogChecks } from './log-checks.ts';
import { MirrorFault } from './mirror-fault.ts';
import { OutcomeChecks } from './outcome-checks.ts';
import { invalid } from './read-answer.ts';
import { getManifest, manifestPath, seen, type SignedManifest } from './signed-manifest.ts';
import { exportPath, takeExport } from './take-export.ts';
import type { Proofs, Visit } from './visit.ts';

/** How long a request for changes is held open while there are none. */
const waitSeconds = 30;
/** How often to look for a new manifest, which comes with each build. */
const manifestEveryMs = 60_000;
const maxReplaced = 5;
/** Exports in a row, before changes can be read. */
const maxExports = 3;

export class FeedFollower {
  readonly #visit: Visit;
  readonly #feed: ChangeFeed;
  readonly #logChecks: LogChecks;
  readonly #outcomeChecks: OutcomeChecks;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Of the last manifest of this visit. Each visit compares the copy again. */
  #etag: string | null = null;
  /** How often in a row a build took the place of the one that was compared. */
  #replaced = 0;
  #signature: Proofs['signature'];

  constructor(visit: Visit, feed: ChangeFeed) {
    this.#visit = visit;
    this.#feed = feed;
    this.#logChecks = new LogChecks(visit);
    this.#outcomeChecks = new OutcomeChecks(visit);
  }

  /** Applies what is new. A batch counts as handed over when the next one is asked for. @throws {MirrorFault} */
  async *batches(): AsyncGenerator<AppliedBatch> {
    const { copy, isEndless, surroundings, signal } = this.#visit;

    if (!copy.state.complete || copy.state.source !== 'changes') yield* this.#takeExport();
    for (let wait = 0; ;) {
      const manifest = await this.#newManifest();
      yield* this.#catchUp(wait);
      const isCompared = !manifest || (await this.#compare(manifest));
      const isLogged = await this.#logChecks.look();
      const isSettled = (await this.#outcomeChecks.look()) && isLogged && isCompared;
      await copy.save({});

      if (!isEndless && isSettled) return;
      if (isSettled) await surroundings.pause(copy.restMs, signal);
      else await this.#logChecks.pause();
      wait = isSettled ? waitSeconds : 0;
    }
  }

  proofs(): Proofs {
    return {
      ...(this.#signature && { signature: this.#signature }),
      ...this.#logChecks.proofs(),
      ...this.#outcomeChecks.proofs(),
    };
  }

  /** Applies changes until there are no more for now; the first request waits for some. */
  async *#catchUp(firstWait: number): AsyncGenerator<AppliedBatch> {
    const { copy, from, unknown } = this.#visit;
    let exports = 0;

    for (let wait = firstWait; ; wait = 0) {
      const { cursor } = copy.state;
      const page = cursor === null ? 'expired' : await this.#feed.after(cursor, wait);
      if (page === 'expired') {
        exports += 1;
        if (exports > maxExports) {
          throw invalid(nameOf(new URL(exportPath, from)), 'its cursor is too old each time');
        }
        yield* this.#takeExport();
        continue;
      }
      if (page.changes.length > 0) {
        for (const { service } of page.changes) if (service) unknown.see(service);
        const batch = await copy.apply(page);
        this.#logChecks.note(batch);
        yield batch;
        await copy.save({ cursor: batch.cursor, commit: batch.commit });
      } else if (page.next !== cursor) await copy.save({ cursor: page.next });
      if (!page.more) return;
    }
  }

  async *#takeExport(): AsyncGenerator<AppliedBatch> {
    const { client, copy, from, maxExportBytes, notice, unknown } = this.#visit;
    const to = copy.exportPath;
    const taken = await takeExport(client, { from, to, maxBytes: maxExportBytes, notice, unknown });
    if (taken.cursor === null) {
      throw invalid(nameOf(new URL(exportPath, from)), 'it lacks the header X-Catalog-Cursor');
    }

    const batch = await copy.replace(taken);
    this.#logChecks.note(batch);
    yield batch;
    const { cursor, commit, licence } = taken;
    await copy.save({ complete: true, source: 'changes', cursor, commit, licence });
  }

  /** The manifest, when signatures are checked and it is another one than before. */
  async #newManifest(): Promise<SignedManifest | undefined> {
    const { signers, surroundings, from } = this.#visit;
    const now = surroundings.now().getTime();
    if (!signers || isRecent(this.#lookedAt, now, manifestEveryMs)) return undefined;

    const manifest = await getManifest(this.#visit, this.#etag);
    this.#lookedAt = now;
    if (manifest === 'absent') {
      throw new MirrorFault(
        'signature',
        `${nameOf(new URL(manifestPath, from))} does not exist, so nothing is signed; mirror without --signers, or ask the operator of the catalog for a signed build`,
      );
    }
    if (manifest === 'unchanged') return undefined;

    this.#etag = manifest.etag;
    return manifest;
  }

  /**
   * Compares the copy with a manifest; whether that was possible, or has to be done again with the next one. The copy is at least as new
   * as the manifest, since it was brought up to date after that.
   */
  async #compare(manifest: SignedManifest): Promise<boolean> {
    const { client, copy, from, notice } = this.#visit;
    const { cursor, builtAt, signedBy } = manifest;
    const changedSince = cursor === null ? 'expired' : await this.#feed.idsAfter(cursor);
    if (changedSince === 'expired') {
      const text = `the manifest of ${builtAt} is signed, but no feed says what changed since then, so the copy could not be compared with it`;
      notice({ level: 'warning', text });
    }

    const same =
      changedSince === 'expired'
        ? null
        : await compareWithManifest(copy.services(), { client, from, manifest, changedSince });
    if (same === undefined) return this.#lookAgain(builtAt);
    this.#replaced = 0;
    this.#signature = { signedBy: signedBy ?? 'nobody', builtAt, same };
    await copy.save({ manifest: seen(manifest), licence: manifest.licence ?? null });
    return true;
  }

  /** A build that is replaced again and again, or never was what its manifest says. */
  #lookAgain(builtAt: string): false {
    this.#replaced += 1;
    if (this.#replaced === maxReplaced) {
      throw new MirrorFault(
        'manifest',
        `the files of services differ from their digests in the manifest of ${builtAt}; do not rely on this copy, and ask the operator of the catalog`,
      );
    }
    [this.#etag, this.#lookedAt] = [null, Number.NEGATIVE_INFINITY];
    return false;
  }
}
