import { Command } from 'commander';
import { readConfig } from '../src/config/config.ts';
import type { Assets } from '../src/domain/asset.ts';
import { parseEndpoint } from '../src/domain/endpoint-url.ts';
import { fieldProblem } from '../src/domain/field-problem.ts';
import { printable } from '../src/domain/plain-text.ts';
import { unobserved } from '../src/domain/service.ts';
import { CatalogStore } from '../src/live/catalog-store.ts';
import { Monitor } from '../src/live/monitor.ts';
import type { CheckStore } from '../src/live/ports.ts';
import type { CatalogReading } from '../src/catalog-files/read-catalog.ts';
import { validateEndpoint } from '../src/live/validate-endpoint.ts';
import { readLocalCatalog, snapshotOf } from '../src/open/catalog.ts';
import { openProber } from '../src/open/prober.ts';
import { openState } from '../src/open/state.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';
import { UsageFault } from './usage-fault.ts';

/** Beyond this number of services, only counts are printed. */
const maxRows = 100;

const clock = (): Date => new Date();
const warn = (facts: object, message: string): void => {
  console.warn(message, facts);
};
const log = { info: () => undefined, warn, error: warn };

const command = new Command('probe')
  .description('Checks services now by unpaid requests, and stores the results in DATA_DIR.')
  .argument('[what]', 'id of a service, or URL of any endpoint')
  .option('--all', 'check every service of the catalog')
  .action(async (what: string | undefined, { all }: { all?: true }) => {
    if ((what === undefined) === (all === undefined)) {
      throw new UsageFault('give the id of a service, a URL, or --all');
    }

    if (what?.includes('://')) await probeUrl(what);
    else await probeServices(what);
  });

/** Validates an endpoint, registered or not, and prints each check. Stores nothing. */
async function probeUrl(url: string): Promise<void> {
  const config = readConfig(process.env);
  const parsed = parseEndpoint(url, config.endpointPolicy);
  if ('faults' in parsed) {
    const reasons = parsed.faults.map((fault) => fieldProblem(fault, ['endpoint'], { value: url }).detail);
    throw new UsageFault(reasons.join('; '));
  }

  const { verdict, checks, terms } = await validateEndpoint(
    { endpoint: parsed.endpoint },
    openProber(config),
    { assets: config.assets },
  );
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

/** Checks one service, or all of them when `id` is undefined. */
async function probeServices(id: string | undefined): Promise<void> {
  const config = readConfig(process.env);
  const catalog = await readLocalCatalog(config);
  const ids = catalog.services.map((service) => service.id).filter((each) => id === undefined || each === id);
  if (id !== undefined && ids.length === 0) {
    throw new Error(`there is no service "${id}" in ${config.catalogDir}`);
  }

  const state = await openState(config);
  try {
    const { checks } = state;
    const { assets } = config;
    const store = await storeOf(catalog, checks, assets);
    const prober = openProber(config);
    const parts = { store, checks, prober, assets, intervalMs: 0, clock, random: Math.random, log };
    await check(ids, new Monitor(parts), store);
  } finally {
    await state.close();
  }
}

/** The catalog with the results of earlier checks. */
async function storeOf(catalog: CatalogReading, checks: CheckStore, assets: Assets): Promise<CatalogStore> {
  const at = { commit: '', changedAt: clock().toISOString() };
  const snapshot = await snapshotOf(catalog, at, { checks, assets });

  return new CatalogStore(snapshot, { clock, log, assets });
}

/** Checks services and prints the standing of each. */
async function check(ids: readonly string[], monitor: Monitor, store: CatalogStore): Promise<void> {
  await new Progress(process.stdout).stage('checking', () => monitor.checkNow(ids), {
    total: ids.length,
    done: () => ids.length - monitor.unfinished,
  });

  const standings = ids.map((id) => {
    const { status, verdict, detail } = (store.snapshot.find(id)?.observed ?? unobserved).facts.standing;
    return { id, status, verdict, detail: detail === null ? null : printable(detail) };
  });
  console.log('Stored. A running server shows this after its next start, and pages after the next build.');
  console.table(standings.slice(0, maxRows));
  if (standings.length <= maxRows) return;

  const counts = Map.groupBy(standings, ({ verdict }) => verdict ?? 'not checked');
  console.table([...counts].map(([verdict, { length: services }]) => ({ verdict, services })));
}

export function probeCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await probeCommand();
