import { Command } from 'commander';
import { runCommand } from '../scripts/run-command.ts';
import { benchBuild } from './build.ts';
import { benchEdits } from './edits.ts';
import { benchExport } from './export.ts';
import { benchGrowth } from './growth.ts';
import { benchImport } from './import.ts';
import { benchImportCategories } from './import-categories.ts';
import { benchReads } from './reads.ts';
import { benchRegistrations } from './registrations.ts';
import { benchRobustness } from './robustness.ts';
import { benchSearch, benchSearchLarge } from './search.ts';
import { benchSite } from './site.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStarvation } from './starvation.ts';
import { benchSteadyChecks } from './steady-checks.ts';
import { benchTyping } from './typing.ts';
import { benchYearOfChecks } from './year-of-checks.ts';

interface Options {
  /** How many services to build; undefined for the usual number. */
  readonly services?: number;
}

/** Those that only run when they are named. */
const onlyNamed: ReadonlySet<string> = new Set(['growth', 'search-large', 'soak']);

const benches: Readonly<Record<string, (options: Options) => Promise<void>>> = {
  import: benchImport,
  'import-categories': benchImportCategories,
  registrations: benchRegistrations,
  edits: benchEdits,
  reads: benchReads,
  build: benchBuild,
  start: benchStart,
  search: benchSearch,
  'search-large': benchSearchLarge,
  'steady-checks': benchSteadyChecks,
  'year-of-checks': benchYearOfChecks,
  starvation: benchStarvation,
  export: benchExport,
  site: benchSite,
  typing: benchTyping,
  robustness: benchRobustness,
  growth: benchGrowth,
  soak: benchSoak,
};

const usual = Object.keys(benches).filter((name) => !onlyNamed.has(name));

await runCommand(
  new Command('bench')
    .description('Measures the figures of this project and writes them to bench/results.')
    .argument(
      '[names...]',
      `which: ${Object.keys(benches).join(', ')}; all but ${[...onlyNamed].join(', ')} when left out`,
    )
    .option('--services <number>', 'build a catalog of so many services', Number)
    .action(async (names: string[], options: Options) => {
      for (const name of names.length > 0 ? names : usual) {
        const bench = benches[name];
        if (!bench) {
          throw new Error(`there is no benchmark "${name}"; choose from ${Object.keys(benches).join(', ')}`);
        }
        await bench(options);
      }
    }),
);
