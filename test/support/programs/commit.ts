import { LocalRepository } from '../../../src/adapters/git/local-repository.ts';

/** Commits catalog files, given as arguments: pairs of path and text. */
const [folder = '', ...pairs] = process.argv.slice(2);
const files = pairs.flatMap((path, i) => (i % 2 === 0 ? [{ path, text: pairs[i + 1] ?? '' }] : []));

const repository = await LocalRepository.open({ folder, fallbackName: 'tollbook' });
await repository.commit(files, 'A commit', new Date());
