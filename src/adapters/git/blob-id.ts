import { objectId } from './object-id.ts';

/** The id of the git blob with this text. `objectFormat`: the hash function of the repository, sha1 or sha256. */
export function blobId(text: string, objectFormat: string): string {
  return objectId('blob', text, objectFormat);
}
