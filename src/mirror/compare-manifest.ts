import { createHash } from 'node:crypto';
import type { Service } from '../views/service.ts';
import { type CatalogClient, nameOf } from './catalog-client.ts';
import { maxServiceBytes, MirroredService, serviceLine } from './mirrored-service.ts';
import { MirrorFault } from './mirror-fault.ts';
import { readText } from './read-answer.ts';
import type { SignedManifest } from './signed-manifest.ts';

interface Dependencies {
  readonly client: CatalogClient;
  readonly from: URL;
  readonly manifest: Pick<SignedManifest, 'files' | 'builtAt'>;
  /** Services that changed after the build, which is what the feed says. */
  readonly changedSince: ReadonlySet<string>;
}

const form = /^api\/services\/([a-z0-9-]+)\.json$/;

/** Services whose built file is fetched, since something about them differs. */
const maxFetched = 1000;

/**
 * Compares a copy with the manifest of an earlier build: what did not change since then must be declared as it was built. Returns how many
 * services are; undefined when a newer build took the place of that one meanwhile.
 * @throws {MirrorFault} at the first service that differs, lacks or is too many
 */
export async function compareWithManifest(
  copy: AsyncIterable<readonly Service[]>,
  dependencies: Dependencies,
): Promise<number | undefined> {
  const { manifest, changedSince } = dependencies;
  const left = digestsById(manifest.files);
  let [same, fetched] = [0, 0];

  for await (const services of copy) {
    for (const service of services) {
      const { id } = service;
      const digest = left.get(id);
      left.delete(id);
      if (changedSince.has(id)) continue;

      if (digest === undefined) throw faultOf(id, 'is not in the manifest', dependencies);
      if (digest !== digestOf(serviceLine(service))) {
        fetched += 1;
        const built = fetched > maxFetched ? undefined : await builtService(id, dependencies);
        if (built && digestOf(built.bytes) !== digest) return undefined;
        if (!built || !isDeclaredAlike(service, built.service)) {
          throw faultOf(id, 'differs from the manifest', dependencies);
        }
      }
      same += 1;
    }
  }
  for (const id of left.keys()) if (!changedSince.has(id)) throw faultOf(id, 'is missing', dependencies);
  return same;
}

/** The file of a service in the build; undefined where there is none. */
async function builtService(
  id: string,
  { client, from }: Dependencies,
): Promise<{ readonly bytes: Buffer; readonly service: Service } | undefined> {
  const path = `api/services/${id}.json`;
  const { status, bytes } = await client.get(path, { maxBytes: maxServiceBytes });
  if (status !== 200) return undefined;

  return { bytes, service: readText(bytes, MirroredService, nameOf(new URL(path, from))) };
}

/**
 * What checks found may be a few seconds apart in the build and in the feed, since a build reads it from the database. What is declared comes
 * from the same commit.
 */
function isDeclaredAlike(one: Service, other: Service): boolean {
  return declaredText(one) === declaredText(other);
}

function declaredText({
  trustScore: _score,
  status: _status,
  supportedChains: _chains,
  ...declared
}: Service): string {
  return JSON.stringify(declared);
}

function digestsById(files: SignedManifest['files']): Map<string, string> {
  const digests = new Map<string, string>();
  for (const { path, sha256 } of files) {
    const [, id] = form.exec(path) ?? [];
    if (id !== undefined) digests.set(id, sha256);
  }
  return digests;
}

/** Of the body that the static file of a service has. */
function digestOf(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

function faultOf(id: string, what: string, { manifest }: Dependencies): MirrorFault {
  return new MirrorFault(
    'manifest',
    `the service ${id} ${what}, although the catalog names no change of it since the manifest of ${manifest.builtAt}; do not rely on this copy, and ask the operator of the catalog`,
  );
}
