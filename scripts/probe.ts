import { Command } from 'commander';
import { SqliteChecks } from '../src/adapters/sqlite/checks.ts';
import { StateDatabase } from '../src/adapters/sqlite/database.ts';
import { parseEndpoint } from '../src/domain/endpoint-url.ts';
import { fieldProblem } from '../src/domain/field-problem.ts';
import { printable } from '../src/domain/plain-text.ts';
import { unobserved } from '../src/domain/service.ts';
import { Snapshot } from '../src/domain/snapshot.ts';
import { CatalogStore } from '../src/live/catalog-store.ts';
import { Monitor } from '../src/live/monitor.ts';
import { noChanges } from '../src/live/no-changes.ts';
import type { CheckStore, Prober } from '../src/live/ports.ts';
import { type CatalogReading, readCatalog } from '../src/catalog-files/read-catalog.ts';
import { validateEndpoint } from '../src/live/validate-endpoint.ts';
import { proberOf } from '../src/prober-of.ts';
import { categoriesOf, openCatalog } from './open-catalog.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

/** More services than these are told by their number alone. */
const mostRows = 100;

const clock = (): Date => new Date();
const warn = (facts: object, message: string): void => {
  console.warn(message, facts);
};
const log = { info: () => undefined, warn, error: warn };

await runCommand(
  new Command('probe')
    .description(
      'Checks services now, as a buyer without money would meet them, and keeps what was seen in DATA_DIR.',
    )
    .argument('[what]', 'id of a service, or the URL of any endpoint')
    .option('--all', 'check every service of the catalog')
    .action(async (what: string | undefined, { all }: { all?: true }) => {
      if ((what === undefined) === (all === undefined)) {
        throw new Error('name a service or a URL, or write --all');
      }

      if (what?.includes('://')) await probeUrl(what);
      else await probeServices(what);
    }),
);

/** An endpoint that is not registered: every question with its answer. */
async function probeUrl(url: string): Promise<void> {
  const { config } = openCatalog();
  const parsed = parseEndpoint(url, config.endpointPolicy);
  if ('faults' in parsed) {
    const reasons = parsed.faults.map((fault) => fieldProblem(fault, ['endpoint'], { value: url }).detail);
    throw new Error(reasons.join('; '));
  }

  const { verdict, checks, terms } = await validateEndpoint({ endpoint: parsed.endpoint }, proberOf(config));
  console.log(`${parsed.endpoint}: ${verdict}`);
  console.table(
    checks.map(({ check, passed, detail, cure = '' }) => ({
      check,
      passed,
      detail: printable(detail),
      cure,
    })),
  );
  if (terms.length > 0) console.table(terms);
}

/** One service, or all of them where none is named. */
async function probeServices(id: string | undefined): Promise<void> {
  const { config, files } = openCatalog();
  const catalog = await readCatalog(files, config.endpointPolicy, {
    categories: await categoriesOf(files),
  });
  const ids = catalog.services.map((service) => service.id).filter((each) => id === undefined || each === id);
  if (id !== undefined && ids.length === 0) {
    throw new Error(`there is no service "${id}" in ${config.catalogDir}`);
  }

  const database = await StateDatabase.in(config.dataDir);
  try {
    await check(ids, await monitorOf(catalog, new SqliteChecks(database), proberOf(config)));
  } finally {
    database.close();
  }
}

/** A monitor that checks only when it is told to. */
async function monitorOf(
  { categories, services, rejects }: CatalogReading,
  checks: CheckStore,
  prober: Prober,
): Promise<Monitor> {
  const entries = services.map((declared) => ({ declared, observed: unobserved }));
  const at = { commit: '', changedAt: clock().toISOString(), unbuilt: 0 };
  const snapshot = Snapshot.of(at, categories, entries);
  const store = new CatalogStore(snapshot, rejects, { changeLog: noChanges, clock, log });

  return new Monitor(await checks.standings(), {
    store,
    prober,
    checks,
    intervalMs: 0,
    clock,
    random: Math.random,
    log,
  });
}

/** Checks services and tells how each did. */
async function check(ids: readonly string[], monitor: Monitor): Promise<void> {
  await new Progress(process.stdout).stage('checking', () => monitor.checkNow(ids), {
    total: ids.length,
    done: () => ids.length - monitor.unfinished,
  });

  const standings = ids.map((id) => {
    const { status, verdict, detail } = monitor.standing(id);
    return { id, status, verdict, detail: detail === null ? null : printable(detail) };
  });
  console.log(
    'Kept. A running server takes this up at its next start, and pages show it from the next build on.',
  );
  console.table(standings.slice(0, mostRows));
  if (standings.length <= mostRows) return;

  const counts = Map.groupBy(standings, ({ verdict }) => verdict ?? 'not checked');
  console.table([...counts].map(([verdict, { length: services }]) => ({ verdict, services })));
}
