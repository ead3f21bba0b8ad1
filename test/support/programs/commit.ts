import { LocalRepository } from '../../../src/adapters/git/local-repository.ts';
import type { FileChange } from '../../../src/domain/catalog-file.ts';

/** Commits changes to files of a catalog, given as JSON. */
const [folder = '', changes = '[]'] = process.argv.slice(2);

const repository = await LocalRepository.open({ folder, fallbackName: 'tollbook' });
await repository.commit(JSON.parse(changes) as FileChange[], 'A commit', new Date());
