import { join } from 'node:path';
import { GitFolder } from '../../../support/git-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

export interface Place {
  /** The work tree that the catalog is in. */
  readonly around: GitFolder;
  /** The catalog folder. */
  readonly catalog: string;
}

/** Every kind of place for a catalog; each call makes a new one. */
export const places: readonly [place: string, make: () => Promise<Place>][] = [
  [
    'a folder of a work tree',
    async () => {
      const around = await GitFolder.start();
      return { around, catalog: join(around.path, 'catalog') };
    },
  ],
  [
    'the top of a work tree',
    async () => {
      const around = await GitFolder.start();
      return { around, catalog: around.path };
    },
  ],
  [
    'a linked worktree',
    async () => {
      const [main, folder] = [await GitFolder.start(), await temporaryFolder()];
      await main.git('worktree', 'add', '--quiet', '-b', 'listings', join(folder, 'linked'));
      return { around: new GitFolder(join(folder, 'linked')), catalog: join(folder, 'linked', 'catalog') };
    },
  ],
  [
    'a repository without any commit',
    async () => {
      const around = await GitFolder.init();
      return { around, catalog: join(around.path, 'catalog') };
    },
  ],
  [
    'a folder outside any work tree',
    async () => {
      const catalog = join(await temporaryFolder(), 'catalog');
      return { around: new GitFolder(catalog), catalog };
    },
  ],
  [
    'a repository that had its objects and refs packed',
    async () => {
      const around = await GitFolder.start();
      await around.git('gc', '--quiet');
      return { around, catalog: join(around.path, 'catalog') };
    },
  ],
  [
    'a path with spaces, quotes and other characters',
    async () => {
      const around = await GitFolder.start(join(await temporaryFolder(), `my "own" repo's $(wörk) [tree]`));
      return { around, catalog: join(around.path, `a 'b' "c" \\d {e} *ü`) };
    },
  ],
];
