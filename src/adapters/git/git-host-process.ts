import { messageOf } from '../../domain/error-code.ts';
import type { GitAnswer, GitRequest } from './git-host.ts';
import { outputOfGit } from './spawn-git.ts';

/*
 * The program of the git host. It ends with the process that it serves. Signals to the whole group, such as Ctrl-C, are for that process,
 * which may still have to finish a commit.
 */

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', (request: GitRequest) => {
  void answerTo(request).then((answer) => process.send?.(answer));
});

process.on('disconnect', () => {
  process.exit();
});

async function answerTo({ id, args, options, environment }: GitRequest): Promise<GitAnswer> {
  try {
    return { id, output: await outputOfGit(args, options, environment) };
  } catch (error) {
    return { id, fault: messageOf(error) };
  }
}
