import { claimCatalog } from '../../src/adapters/server-lock.ts';
import type { Erased } from '../../src/adapters/state/erasure.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { quoted } from '../../src/domain/plain-text.ts';
import { printTombstone, tombstoneFilePath } from '../../src/domain/service-file.ts';
import { ServiceId } from '../../src/domain/service-id.ts';
import { bareTombstone, checkReason, type Tombstone, unexplained } from '../../src/domain/tombstone.ts';
import { openLocalCatalog, readLocalCatalog } from '../../src/open/catalog.ts';
import { openState } from '../../src/open/state.ts';
import { operatorTrail } from '../operator-trail.ts';
import { UsageFault } from '../usage-fault.ts';

interface Options {
  readonly reason?: string;
  readonly andItsId?: true;
}

type LocalRepository = Awaited<ReturnType<typeof openLocalCatalog>>['repository'];

/**
 * `catalog forget`: deletes what DATA_DIR holds of a removed service, or of what a listed one declared before. Of a removed one, a tombstone
 * stays that says nothing but the id and why.
 */
export async function forgetService(id: string, options: Options): Promise<void> {
  if (!ServiceId.safeParse(id).success) throw new UsageFault(`${quoted(id)} is no id of a service`);
  const checked = checkReason(options.reason);
  if ('problems' in checked) throw new UsageFault(checked.problems.map(({ detail }) => detail).join('; '));
  const config = readConfig(process.env);
  const { files, repository } = await openLocalCatalog(config);
  const claim = await claimCatalog(files.path, repository.gitDir);

  try {
    await forget(id, { ...options, reason: checked.value }, repository, config);
  } finally {
    claim.release();
  }
}

async function forget(
  id: string,
  { reason, andItsId }: { readonly reason: string | undefined; readonly andItsId?: true },
  repository: LocalRepository,
  config: Config,
): Promise<void> {
  const { services, tombstones } = await readLocalCatalog(config);
  const isListed = services.some((service) => service.id === id);
  const tombstone = tombstones.find((stone) => stone.id === id);
  if (andItsId && (isListed || tombstone)) {
    throw new Error(
      `the catalog still holds ${id}; remove it and rewrite the history first, as docs/operation/erasure.md says`,
    );
  }

  const what = isListed ? 'former-declarations' : andItsId ? 'service-and-id' : 'service';
  const wasKnown = await erase(id, what, config);
  if (!wasKnown && !isListed && !tombstone) throw new Error(`DATA_DIR and the catalog know nothing of ${id}`);
  if (what === 'service') await leaveBare(id, reason, tombstone, repository);
  console.log(isListed ? `What ${id} declared before is forgotten` : `${id} is forgotten`);
}

async function erase(id: string, erased: Erased, config: Config): Promise<boolean> {
  const state = await openState(config);
  try {
    // Beside the id, which goes too where it is erased, a line of its own would keep what is to be forgotten.
    const subject = erased === 'service-and-id' ? undefined : id;
    return await operatorTrail(state).record({ act: 'forget', subject }, () =>
      state.erasure.forget(id, erased),
    );
  } finally {
    await state.close();
  }
}

/** Commits a tombstone that says nothing but the id and why. */
async function leaveBare(
  id: string,
  reason: string | undefined,
  tombstone: Tombstone | undefined,
  repository: LocalRepository,
): Promise<void> {
  const now = new Date();
  const deletedAt = tombstone?.deletedAt ?? now.toISOString();
  const bare = printTombstone(bareTombstone(id, deletedAt, reason ?? tombstone?.reason ?? unexplained));
  if (tombstone && printTombstone(tombstone) === bare) return;

  await repository.commit([{ path: tombstoneFilePath(id), text: bare }], `Forget ${id}`, now);
}
