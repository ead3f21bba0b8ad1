import { createHash } from 'node:crypto';

/** The id of a git object with this text. `objectFormat`: the hash function of the repository, sha1 or sha256. */
export function objectId(kind: 'blob' | 'commit', text: string, objectFormat: string): string {
  return createHash(objectFormat)
    .update(`${kind} ${String(Buffer.byteLength(text))}\0`)
    .update(text)
    .digest('hex');
}

/** The id of the git blob with this text. `objectFormat`: the hash function of the repository, sha1 or sha256. */
export function blobId(text: string, objectFormat: string): string {
  return objectId('blob', text, objectFormat);
}
