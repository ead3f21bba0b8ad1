import type { AppliedBatch } from './store.ts';
import { nameOf } from './catalog-client.ts';
import { LogChecks } from './log-checks.ts';
import { MirrorFault } from './mirror-fault.ts';
import { OutcomeChecks } from './outcome-checks.ts';
import { getManifest, manifestPath, seen, type SignedManifest } from './signed-manifest.ts';
import type { SeenManifest } from './state.ts';
import { exportPath, takeExport, type TakenExport } from './take-export.ts';
import { outcomesPath } from './take-outcomes.ts';
import type { Proofs, Visit } from './visit.ts';

/** How often to look for a new build. */
const everyMs = 60_000;

/** How often to try when the files of a site change while they are read. */
const attempts = 3;
const tryAgainMs = 2000;

/** Follows a site of static files by its manifest: a new one says that there is a new export. */
export class SiteFollower {
  readonly #visit: Visit;
  readonly #logChecks: LogChecks;
  readonly #outcomeChecks: OutcomeChecks;
  /** Of the last manifest. Each visit checks the signature again, since its key may not be trusted any more. */
  #etag: string | null;
  #signature: Proofs['signature'];

  constructor(visit: Visit) {
    this.#visit = visit;
    this.#etag = visit.signers ? null : (visit.copy.state.manifest?.etag ?? null);
    this.#logChecks = new LogChecks(visit);
    this.#outcomeChecks = new OutcomeChecks(visit);
  }

  /** Applies what is new. A batch counts as handed over when the next one is asked for. @throws {MirrorFault} */
  async *batches(): AsyncGenerator<AppliedBatch> {
    const { copy, isEndless, surroundings, signal } = this.#visit;

    while (true) {
      const manifest = await this.#newManifest();
      if (manifest) yield* this.#take(manifest);
      const isLogged = await this.#logChecks.look();
      const isSettled = (await this.#outcomeChecks.look()) && isLogged;
      await copy.save({});

      if (!isEndless && isSettled) return;
      if (isSettled) await surroundings.pause(everyMs, signal);
      else await this.#logChecks.pause();
    }
  }

  proofs(): Proofs {
    return {
      ...(this.#signature && { signature: this.#signature }),
      ...this.#logChecks.proofs(),
      ...this.#outcomeChecks.proofs(),
    };
  }

  /** A manifest that the copy was not made from; undefined while there is none. */
  async #newManifest(): Promise<SignedManifest | undefined> {
    const { complete, source, manifest: last } = this.#visit.copy.state;
    const isCurrent = complete && source === 'manifest' && last !== null;
    const manifest = await getManifest(this.#visit, isCurrent ? this.#etag : null);
    if (manifest === 'absent') throw noCatalog(this.#visit.from);
    if (manifest === 'unchanged') return undefined;

    this.#etag = manifest.etag;
    if (isCurrent && manifest.builtAt < last.builtAt) {
      this.#passOver(manifest, last);
      return undefined;
    }
    this.#outcomeChecks.expect(manifest.files.find(({ path }) => path === outcomesPath)?.sha256);
    if (!isCurrent || manifest.sha256 !== last.sha256) return manifest;
    this.#prove(manifest);
    return undefined;
  }

  /** An older manifest than the copy was made from. @throws {MirrorFault} unless the mirror goes on, and may see a newer one */
  #passOver({ builtAt }: SignedManifest, last: SeenManifest): void {
    const { from, isEndless, notice } = this.#visit;
    const text = `the manifest of ${from.href} was built at ${builtAt}, before the one that this mirror has, of ${last.builtAt}; a cache may be behind, so try again later`;
    if (!isEndless) throw new MirrorFault('manifest', text);
    notice({ level: 'warning', text });
  }

  async *#take(newest: SignedManifest): AsyncGenerator<AppliedBatch> {
    const { copy } = this.#visit;
    const { manifest, taken } = await this.#takeListed(newest);
    const { commit, licence = null } = manifest;

    const batch = await copy.replace({ ...taken, cursor: null, commit });
    this.#logChecks.note(batch);
    yield batch;
    this.#prove(manifest);
    await copy.save({
      complete: true,
      source: 'manifest',
      cursor: null,
      commit,
      licence,
      manifest: seen(manifest),
    });
  }

  /** Notes that the copy is as this manifest says. */
  #prove({ signedBy, builtAt, services }: SignedManifest): void {
    if (signedBy !== null) this.#signature = { signedBy, builtAt, same: services };
  }

  /** Downloads the export that a manifest lists. While a site is replaced by a new build, the two may be of different builds for a moment. */
  async #takeListed(
    newest: SignedManifest,
  ): Promise<{ readonly manifest: SignedManifest; readonly taken: TakenExport }> {
    const { client, copy, from, maxExportBytes, notice, unknown, signal, surroundings } = this.#visit;
    const to = copy.exportPath;
    let manifest = newest;

    for (let attempt = 1; ; attempt += 1) {
      const taken = await takeExport(client, { from, to, maxBytes: maxExportBytes, notice, unknown });
      const difference = differenceOf(manifest, taken);
      if (difference === undefined) return { manifest, taken };
      if (attempt === attempts) {
        throw new MirrorFault('manifest', `${nameOf(new URL(exportPath, from))} ${difference}`);
      }

      await surroundings.pause(tryAgainMs, signal);
      const again = await getManifest(this.#visit, null);
      if (typeof again !== 'string') manifest = again;
    }
  }
}

function differenceOf({ files, services }: SignedManifest, taken: TakenExport): string | undefined {
  const listed = files.find(({ path }) => path === exportPath);

  if (!listed) return 'is not in the manifest; ask the operator of the catalog for a newer build';
  if (listed.sha256 !== taken.sha256 || listed.bytes !== taken.bytes) {
    return 'differs from its digest in the manifest; do not use it, and ask the operator of the catalog';
  }
  if (services !== taken.services) {
    return `holds ${String(taken.services)} services, but the manifest counts ${String(services)}; ask the operator of the catalog`;
  }
  return undefined;
}

function noCatalog(from: URL): MirrorFault {
  return new MirrorFault(
    'answer_invalid',
    `there is no catalog at ${from.href}: it has neither api/changes nor ${manifestPath}; check the address`,
  );
}
