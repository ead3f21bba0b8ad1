import { readFileSync } from 'node:fs';
import { LocalRepository } from '../../../src/adapters/git/local-repository.ts';
import { readSigningKey } from '../../../src/adapters/signing/ssh-key.ts';
import { sshSigner } from '../../../src/adapters/signing/ssh-signature.ts';
import type { FileChange } from '../../../src/domain/catalog-file.ts';

/** Commits changes to files of a catalog, given as JSON, signed with a key if its path is given. */
const [folder = '', changes = '[]', key] = process.argv.slice(2);

const signer = key === undefined ? undefined : sshSigner(readSigningKey(readFileSync(key, 'utf8')));
const repository = await LocalRepository.open({
  folder,
  fallbackName: 'tollbook',
  signCommit: signer?.signCommit,
});
await repository.commit(JSON.parse(changes) as FileChange[], 'A commit', new Date());
