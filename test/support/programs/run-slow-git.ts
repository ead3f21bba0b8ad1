import { runGit } from '../../../src/adapters/git/run-git.ts';

/** Runs a git in a folder that never ends by itself, and prints a line. */
const [, , cwd = ''] = process.argv;
const slow = 'alias.slow=!echo $$ > pid; while true; do sleep 0.1; done';
void runGit(['init', '--quiet'], { cwd }).then(() => {
  console.log('ready');
  return runGit(['slow'], { cwd, config: [slow] });
});
