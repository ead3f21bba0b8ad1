import { fileURLToPath } from 'node:url';
import { useOwnDictionaries } from '../src/adapters/search/own-dictionaries.ts';
import { type BuildCatalog, buildSite } from '../src/build/build-site.ts';
import { DistFolder } from '../src/build/dist-folder.ts';
import type { LocalRepository } from '../src/adapters/git/local-repository.ts';
import type { BuiltLog } from '../src/build/log-tiles.ts';
import { sshSigner } from '../src/adapters/signing/ssh-signature.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { problemLine } from '../src/domain/field-problem.ts';
import type { OutcomeRecord } from '../src/domain/outcome.ts';
import type { Rejects } from '../src/catalog-files/catalog-change.ts';
import { describeApi } from '../src/http/openapi.ts';
import { memoryOf } from '../src/open/payments.ts';
import { type OpenCatalog, openLocalCatalog, readSnapshot } from '../src/open/catalog.ts';
import { feedCursor, readChanges } from '../src/open/changes.ts';
import { openStateIfAny, type State, buildPoolOptions } from '../src/open/state.ts';
import { openTransparency } from '../src/open/transparency.ts';
import { Search } from '../src/search/search.ts';
import { version } from '../src/config/version.ts';
import { embedServices } from './embed-services.ts';
import type { SignedCheckpoints } from '../src/live/ports.ts';
import { StatedOutcomes } from '../src/live/stated-outcomes.ts';
import { Progress } from './progress.ts';
import { siteCatalogOf } from './site-catalog.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Without a database, nothing was signed here before. */
const nothingSigned: SignedCheckpoints = {
  last: () => Promise.resolve(undefined),
  remember: (_, checkpoint) => Promise.resolve(checkpoint),
};

/** A build prints its stages instead of what it reads. */
const quiet = { ...console, info: () => undefined };

/** Attempts to read a log to which a server beside this build adds. */
const logTries = 3;

/** What a build is for: a copy without a server, or what stands beside one. */
export interface BuildOptions {
  readonly forServer?: boolean;
}

/** Builds what the settings of the environment name. */
export async function build(options: BuildOptions): Promise<void> {
  const config = readConfig(process.env);
  const progress = new Progress(process.stdout);
  const state = await openStateIfAny(config, buildPoolOptions);

  try {
    const home = await openLocalCatalog(config);
    const read = await progress.stage('reading the catalog', () => readBuildCatalog(home, config, state));
    const log = await readLog(home, config, state);
    await buildFrom({ ...read, isServed: options.forServer }, log, config, progress);
  } finally {
    await state?.close();
  }
}

async function buildFrom(
  catalog: BuildCatalog,
  log: BuiltLog | undefined,
  config: Config,
  progress: Progress,
): Promise<void> {
  const signer = config.signingKey && sshSigner(config.signingKey);
  const dist = new DistFolder(config.distDir);
  const bundler = new URL('./bundle.ts', import.meta.url);

  await buildSite(catalog, { ...config, signer, log, dist, bundler, root, version, progress });
  await embedServices(() => catalog.search, config, progress);
}

async function readBuildCatalog(
  opened: OpenCatalog<LocalRepository>,
  config: Config,
  state: State | undefined,
): Promise<BuildCatalog> {
  const at = new Date();
  // Both are read before the catalog, so that the build has what they tell of, and the changes after the cursor are all that it lacks.
  const cursor = await feedCursor(state);
  const { changes, readNews } = await readChanges(opened.repository.history, state, at);
  const memory = memoryOf(config, state);
  const { snapshot, rejects } = await readSnapshot(opened, config, memory, quiet);
  warnOfRejects(rejects);
  useOwnDictionaries();
  const search = new Search(snapshot);
  const build = { commit: snapshot.version.commit, builtAt: at.toISOString() };
  const api = describeApi(config.siteUrl, version);
  const shown = siteCatalogOf({ snapshot, search }, config, state, { at, build, api });

  return { ...shown, readNews, changes, search, build, cursor, records: await readRecords(state) };
}

/** What buyers say, by service; nothing without a state. */
async function readRecords(state: State | undefined): Promise<BuildCatalog['records']> {
  const records = new Map<string, readonly OutcomeRecord[]>();
  if (!state) return records;

  for await (const [id, own] of new StatedOutcomes(state.outcomes).byService()) records.set(id, own);
  return records;
}

/** The log of who is paid, as it is committed; undefined where none is kept. @throws when it contradicts what was signed */
async function readLog(
  home: OpenCatalog<LocalRepository>,
  config: Config,
  state: State | undefined,
  tries = logTries,
): Promise<BuiltLog | undefined> {
  const { committedLog: committed } = home;
  const kept = await openTransparency(config, {
    isClone: false,
    sources: { committed, folder: committed() },
    signed: state?.signedCheckpoints ?? nothingSigned,
    log: console,
  });
  await kept?.checkpoints.askWitnesses();
  const checkpoint = await kept?.checkpoints.newest();
  // The server may have signed more than was there when this build read the log.
  if (kept?.checkpoints.fault !== undefined && tries > 1) return readLog(home, config, state, tries - 1);
  if (kept?.checkpoints.fault !== undefined) throw new Error(kept.checkpoints.fault);
  return kept && checkpoint !== undefined
    ? { log: kept.log, checkpoint, verifier: kept.checkpoints.verifier }
    : undefined;
}

function warnOfRejects(rejects: Rejects): void {
  for (const [path, problems] of rejects) {
    for (const problem of problems) console.warn(`left out: ${problemLine(path, problem)}`);
  }
}
