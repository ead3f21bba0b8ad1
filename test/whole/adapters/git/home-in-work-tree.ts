import { join } from 'node:path';
import type { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { GitFolder } from '../../../support/git-folder.ts';
import type { RepositoryUnderTest } from '../../../support/suites/repository.ts';

/** A catalog in a folder of a new work tree, for the suite of repositories. `lock` is the file whose presence keeps it from committing. */
export async function homeInWorkTree(
  open: (folder: string) => Promise<LocalRepository>,
  lock: string,
): Promise<RepositoryUnderTest> {
  const around = await GitFolder.start();
  const repository = await open(join(around.path, 'catalog'));

  return {
    repository,
    committed: (name) => around.git('show', `HEAD:catalog/${name}`).catch(() => undefined),
    messages: async () => {
      const log = await around.git('log', '-z', '--reverse', '--format=%B');
      return log
        .split('\0')
        .slice(0, -1)
        .map((message) => message.trimEnd());
    },
    obstruct: async () => {
      await around.write(lock, '');
      return () => around.remove(lock);
    },
    close: async () => {
      await around.git('switch', '--quiet', '--detach');
      return async () => {
        await around.git('switch', '--quiet', 'main');
      };
    },
  };
}
