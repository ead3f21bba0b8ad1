import { nouns } from '#texts/nouns.ts';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { CommitFiles } from '../src/adapters/git/commit-files.ts';
import { mergeOf } from '../src/adapters/git/merge.ts';
import { runGit } from '../src/adapters/git/run-git.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { catalogFolder, pathsInCatalog } from '../src/domain/catalog-file.ts';
import { type ChangeReview, reviewChange } from '../src/catalog-files/review-change.ts';
import { quoted } from '../src/domain/plain-text.ts';
import { validateEndpoint } from '../src/live/validate-endpoint.ts';
import { counted } from '../src/texts/formats.ts';
import { openProber } from '../src/open/prober.ts';
import { type Asked, faultLines, printReview } from './review/print-review.ts';
import { atNamedFile } from './named-file.ts';
import { runCommand } from './run-command.ts';
import { UsageFault } from './usage-fault.ts';

/** The most endpoints that one review probes. Further ones are checked after the merge. */
const maxAsked = 20;

interface Options {
  readonly probe?: true;
  readonly report?: string;
  readonly author?: string;
}

const command = new Command('review')
  .description(
    'Reviews a change to the catalog like a pull request: merges <head> into <base> and compares the result with <base>. Reads both from git and checks nothing out.',
  )
  .argument('[base]', 'branch to merge into', 'main')
  .argument('[head]', 'the change', 'HEAD')
  .option('--probe', 'also probe endpoints that were added or changed')
  .option('--author <owner>', 'who proposes it, like github:9919; nobody else may change what that owner has')
  .option('--report <file>', 'write the review to a file, as a comment in Markdown')
  .action(review);

async function review(base: string, head: string, { probe, report, author }: Options): Promise<void> {
  const config = readConfig(process.env);
  const { before, after, changed, conflicts, elsewhere } = await readChange(base, head);
  const found = await reviewChange(before, after, changed, config.endpointPolicy, author);
  const asked = probe ? await ask(found, config) : [];
  const text = printReview(found, { asked, conflicts, elsewhere });

  if (report === undefined) console.log(text);
  else await atNamedFile(report, () => writeFile(resolve(report), text));
  const faults = faultLines(found, conflicts);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    throw new Error(`found problems in ${counted(found.faults.size + conflicts.length, ['file', 'files'])}`);
  }
  console.error(`${nouns.service({ count: found.services.length })} checked, no problems`);
}

/** The catalog without the change and with it, and the paths of the files that merging it would change. */
async function readChange(base: string, head: string) {
  const top = (await runGit(['rev-parse', '--show-toplevel'], { cwd: process.cwd() })).trim();
  for (const name of [base, head]) await refuseUnknown(top, name);
  const { tree, conflicts, changed } = await mergeOf(top, base, head);
  const before = await CommitFiles.of(top, base, catalogFolder);
  const after = await CommitFiles.of(top, tree, catalogFolder);

  return {
    before,
    after,
    changed: pathsInCatalog(changed),
    conflicts,
    elsewhere: changed.filter((path) => !path.startsWith(`${catalogFolder}/`)),
  };
}

async function refuseUnknown(cwd: string, name: string): Promise<void> {
  try {
    await runGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], { cwd });
  } catch (cause) {
    throw new UsageFault(`${quoted(name)} is no branch and no commit of this repository`, { cause });
  }
}

async function ask({ services }: ChangeReview, config: Config): Promise<Asked[]> {
  const { assets } = config;
  const prober = openProber(config);
  const present = services.flatMap((change) => (change.kind === 'removed' ? [] : [change.service]));

  return Promise.all(
    present
      .filter(({ probing }) => probing !== false)
      .slice(0, maxAsked)
      .map(async (service) => ({
        service,
        report: await validateEndpoint(service, prober, { requester: 'pass', assets }),
      })),
  );
}

export function reviewCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await reviewCommand();
