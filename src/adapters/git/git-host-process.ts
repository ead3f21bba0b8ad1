import { messageOf } from '../../domain/error-code.ts';
import type { GitAnswer, GitRequest } from './git-host.ts';
import { GitSessions, outputOfGit } from './spawn-git.ts';

/*
 * The program of the git host. It ends with the process that it serves, and so does the git that it runs: the next server must not find one at
 * work in its catalog that belongs to nobody. Signals to the whole group, such as Ctrl-C, are for that process, which may still have to finish
 * a commit.
 */

const sessions = new GitSessions();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', (request: GitRequest) => {
  void answerTo(request).then((answer) => {
    // To send to a process that has ended would end this one before the git that still runs.
    if (process.connected) process.send?.(answer);
  });
});

process.on('disconnect', () => {
  void sessions.end().then(() => process.exit());
});

async function answerTo({ id, args, options, environment }: GitRequest): Promise<GitAnswer> {
  try {
    return { id, output: await outputOfGit(args, options, environment, sessions) };
  } catch (error) {
    return { id, fault: messageOf(error) };
  }
}
