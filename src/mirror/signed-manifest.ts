import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AllowedSigner } from '../adapters/signing/allowed-signers.ts';
import { type SignatureFault, verifySshSignature } from '../adapters/signing/verify-ssh-signature.ts';
import { printable } from '../domain/plain-text.ts';
import { type CatalogClient, nameOf } from './catalog-client.ts';
import { Commit, Cursor } from './change-feed.ts';
import { MirrorFault } from './mirror-fault.ts';
import { invalid, readText } from './read-answer.ts';
import { longestTag, type SeenManifest } from './state.ts';
import type { Surroundings } from './surroundings.ts';

export const manifestPath = 'api/manifest.json';
const signaturePath = `${manifestPath}.sig`;

/** Of a catalog with a million services. */
const maxManifestBytes = 400 * 1024 * 1024;
const maxSignatureBytes = 64 * 1024;

/** A new build may take the place of the old one between the requests for the manifest and for its signature. */
const looks = 3;
const lookAgainMs = 1000;

/** `api/manifest.json`: what a build of the static API holds. */
const Manifest = z.object({
  commit: Commit,
  cursor: Cursor.nullable(),
  builtAt: z.iso.datetime(),
  licence: z.string().max(200).nullable().optional(),
  services: z.int().nonnegative(),
  files: z.array(
    z.object({
      path: z.string().max(500),
      bytes: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export interface SignedManifest extends z.infer<typeof Manifest> {
  /** Of the manifest itself. */
  readonly sha256: string;
  readonly etag: string | null;
  /** The names of who signed it, from the file of allowed signers; null where nobody asked. */
  readonly signedBy: string | null;
}

interface Dependencies {
  readonly client: CatalogClient;
  readonly from: URL;
  /** Undefined where signatures are not checked. */
  readonly signers: readonly AllowedSigner[] | undefined;
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal | undefined;
}

/** Gets the manifest, unless it still has this tag. `absent`: there is none. @throws {MirrorFault} when its signature does not hold. */
export async function getManifest(
  dependencies: Dependencies,
  etag: string | null,
): Promise<SignedManifest | 'unchanged' | 'absent'> {
  const { client, from, surroundings, signal } = dependencies;
  const name = nameOf(new URL(manifestPath, from));

  for (let look = 1; ; look += 1) {
    const headers = etag === null ? {} : { 'if-none-match': etag };
    const answer = await client.get(manifestPath, { maxBytes: maxManifestBytes, headers });
    if (answer.status === 304 && etag !== null) return 'unchanged';
    if (answer.status === 404) return 'absent';
    if (answer.status !== 200) throw invalid(name, `it answers HTTP ${String(answer.status)}`);

    const signed = await signerOf(answer.bytes, dependencies);
    if ('signedBy' in signed) {
      const sha256 = createHash('sha256').update(answer.bytes).digest('hex');
      return {
        ...readText(answer.bytes, Manifest, name),
        sha256,
        etag: tagIn(answer.headers),
        ...signed,
      };
    }
    if (signed.fault !== 'message_differs' || look === looks) throw faultOf(signed.fault, name);
    await surroundings.pause(lookAgainMs, signal);
  }
}

/** A tag that is worth remembering. Servers make short ones. */
function tagIn(headers: Headers): string | null {
  const tag = headers.get('etag');

  return tag !== null && tag.length <= longestTag ? tag : null;
}

export function seen({ sha256, etag, builtAt, signedBy }: SignedManifest): SeenManifest {
  return { sha256, etag, builtAt, signedBy };
}

async function signerOf(
  manifest: Buffer,
  { client, signers, surroundings }: Dependencies,
): Promise<{ readonly signedBy: string | null } | { readonly fault: SignatureFault | 'signature_missing' }> {
  if (!signers) return { signedBy: null };

  const { status, bytes } = await client.get(signaturePath, { maxBytes: maxSignatureBytes });
  if (status !== 200) return { fault: 'signature_missing' };
  const read = verifySshSignature(manifest, bytes.toString('latin1'), { signers, now: surroundings.now() });
  return 'fault' in read ? read : { signedBy: printable(read.signer.names, 200) };
}

const sentences: Readonly<Record<SignatureFault | 'signature_missing', string>> = {
  signature_missing:
    'it is not signed; mirror without --signers, or ask the operator of the catalog to sign its builds',
  signature_malformed: 'its signature is damaged; ask the operator of the catalog',
  signature_for_other_use:
    'its signature was made for something else than a catalog; ask the operator of the catalog',
  signer_unknown:
    'its signer is not in the file of --signers; find out from the operator, by another way than the catalog itself, whether the key is theirs',
  signer_not_valid:
    'its signer is in the file of --signers, but not for this time; find out from the operator which key is valid now',
  message_differs:
    'its signature is of other bytes, so it was changed after it was signed; do not use it, and ask the operator of the catalog',
};

function faultOf(fault: keyof typeof sentences, name: string): MirrorFault {
  return new MirrorFault('signature', `the signature of ${name} does not hold: ${sentences[fault]}`);
}
