import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from './run-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A PATH on which `git` is a shell script. */
export async function pathWithGitShim(script: string): Promise<string> {
  return (await gitShim(script)).path;
}

/**
 * A shell script in the place of git, for what no test could do in time from outside. In it, `$git` is the real git, `$command`
 * the command that is to run (`fast-import`, `update-index` …), and `$shim` its folder, to remember things in. It goes away with the test, unless a folder is given.
 */
export async function gitShim(
  script: string,
  given?: string,
): Promise<{ readonly path: string; readonly folder: string }> {
  const folder = given ?? (await temporaryFolder());
  const { stdout } = await runProcess('sh', ['-c', 'command -v git']);
  const shim = join(folder, 'git');

  await writeFile(
    shim,
    `#!/bin/sh
git='${stdout.trim()}'
shim='${folder}'
command=none
skip=
for argument in "$@"; do
  if [ -n "$skip" ]; then skip=; continue; fi
  case "$argument" in
    -c) skip=yes ;;
    *) command=$argument; break ;;
  esac
done
${script}
exec "$git" "$@"
`,
  );
  await chmod(shim, 0o755);
  return { path: `${folder}:${process.env['PATH'] ?? ''}`, folder };
}
