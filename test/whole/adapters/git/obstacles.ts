import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { GitFolder } from '../../../support/git-folder.ts';
import { pathWithGitShim } from '../../../support/git-shim.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

interface Obstacle {
  readonly name: string;
  /** Blocks a commit of `catalog/services/ab/new.json`; the returned function removes the obstacle. */
  readonly put: (around: GitFolder) => Promise<() => Promise<void> | void>;
  /** The message of the failure. */
  readonly said: RegExp;
}

/** Everything that may block a commit. */
export const obstacles: readonly Obstacle[] = [
  {
    name: 'another git process holds the index',
    put: (around) => fileAt(around, '.git/index.lock'),
    said: /another git process holds .*index\.lock; if none is running, remove that file/,
  },
  {
    name: 'another git process holds the branch',
    put: (around) => fileAt(around, '.git/refs/heads/main.lock'),
    said: /update-ref failed .*main\.lock/s,
  },
  {
    name: 'git is not there any more',
    put: async () => usePath(await temporaryFolder()),
    said: /git cannot be run/,
  },
  {
    name: 'git update-index fails',
    put: () => shim('update-index', 'exit 1'),
    said: /update-index failed \(1\)/,
  },
  {
    name: 'git fast-import fails',
    put: () => shim('fast-import', 'exit 1'),
    said: /fast-import failed \(1\)/,
  },
  {
    name: 'git update-ref fails',
    put: () => shim('update-ref', 'exit 1'),
    said: /update-ref failed \(1\)/,
  },
  {
    name: 'git is killed',
    put: () => shim('fast-import', 'kill -9 $$'),
    said: /fast-import failed \(SIGKILL\)/,
  },
  {
    name: 'a file stands where a folder should be',
    put: (around) => fileAt(around, 'catalog/services/ab'),
    said: /"catalog\/services\/ab" is no folder; put a folder in its place/,
  },
  {
    name: 'a link that leads away stands where a folder should be',
    put: async (around) => {
      await mkdir(join(around.path, 'catalog/services'), { recursive: true });
      await symlink(await temporaryFolder(), join(around.path, 'catalog/services/ab'));
      return () => rm(join(around.path, 'catalog/services/ab'));
    },
    said: /"catalog\/services\/ab" is no folder; put a folder in its place/,
  },
  {
    name: 'a folder stands where a file should be',
    put: async (around) => {
      await fileAt(around, 'catalog/services/ab/new.json/note');
      return () => around.remove('catalog/services/ab');
    },
    said: /EISDIR|EPERM/,
  },
];

/** What a signed commit meets in another step. */
export const obstaclesToSigned: readonly Obstacle[] = [
  ...obstacles.filter(({ name }) =>
    ['another git process holds the index', 'git fast-import fails', 'git update-ref fails'].includes(name),
  ),
  {
    name: 'git hash-object fails',
    put: () => shim('hash-object', 'exit 1'),
    said: /hash-object failed \(1\)/,
  },
];

async function fileAt(around: GitFolder, path: string): Promise<() => Promise<void>> {
  await around.write(path, '');
  return () => around.remove(path);
}

async function shim(command: string, act: string): Promise<() => void> {
  return usePath(await pathWithGitShim(`if [ "$command" = ${command} ]; then ${act}; fi`));
}

function usePath(path: string): () => void {
  const before = process.env['PATH'];
  vi.stubEnv('PATH', path);
  return () => void vi.stubEnv('PATH', before);
}
