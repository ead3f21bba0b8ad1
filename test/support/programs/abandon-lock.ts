import { IndexLock } from '../../../src/adapters/git/index-lock.ts';

/** Takes git's index lock for very many files and dies without releasing it. */
const [gitDir = '', prefix = '', count = '0'] = process.argv.slice(2);

await new IndexLock(gitDir).take(() =>
  Array.from({ length: Number(count) }, (_, i) => ({
    path: `${prefix}${String(i)}.json`,
    blob: '0'.repeat(40),
    existed: false,
  })),
);
process.kill(process.pid, 'SIGKILL');
