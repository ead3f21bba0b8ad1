import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from './run-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A PATH whose `git` is a shell script. */
export async function pathWithGitShim(script: string): Promise<string> {
  return (await gitShim(script)).path;
}

/**
 * Replaces git with a shell script, for timing that a test cannot achieve from outside. In the script, `$git` is the real git, `$command`
 * is the subcommand (`fast-import`, `update-index` …), and `$shim` is a folder for state, which is removed with the test unless it is given.
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
