import { Command } from 'commander';
import { ConfigError } from '../src/config/config-error.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { type ReadEvidence, readEvidence } from '../src/import/evidence/read-evidence.ts';
import { nameOfSource, readSource } from '../src/import/evidence/read-source.ts';
import { type EvidenceTally, NamedServices, submitEvidence } from '../src/import/evidence/submit-evidence.ts';
import { readLocalCatalog } from '../src/open/catalog.ts';
import { openIntake } from '../src/open/outcomes.ts';
import { openLedgers } from '../src/open/payments.ts';
import { openReader } from '../src/open/prober.ts';
import { openStateIfAny, type State } from '../src/open/state.ts';
import { printJson } from './print-json.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

interface Options {
  readonly from: string;
  readonly source?: string;
  readonly json?: true;
}

const program = new Command('evidence')
  .description(
    'Imports what others say that payments brought. Each payment is checked against the chain like a statement over HTTP, and counts once, whoever tells of it. A running server shows it within PAYMENT_INTERVAL.',
  )
  .requiredOption(
    '--from <file or url>',
    'outcomes.ndjson of another catalog, or JSON with the payments of sellers',
  )
  .option(
    '--source <name>',
    'how statements name where they come from; the host or the name of the file by default',
  )
  .option('--json', 'print JSON')
  .action(importEvidence);

async function importEvidence({ from, source: given, json }: Options): Promise<void> {
  const config = readConfig(process.env);
  const source = nameOfSource(from, given);
  const read = readEvidence(from, await readSource(from, openReader(config)));
  const state = await openStateIfAny(config);
  if (!state) throw new Error(`there is no state in ${config.dataDir}; set DATA_DIR to that of the catalog`);

  try {
    print(source, read, await submit(read, source, config, state), json === true);
  } finally {
    await state.close();
  }
}

async function submit(
  { evidence }: ReadEvidence,
  source: string,
  config: Config,
  state: State,
): Promise<EvidenceTally> {
  const stopping = new AbortController();
  const opened = await openLedgers(config, stopping.signal);
  if (opened.length === 0) {
    throw new ConfigError('no payments are counted, so nothing can be checked; set RPC_URL_<NETWORK>');
  }
  const ledgers = new Map(opened.map(({ network, ledger }) => [network.caip2, ledger]));
  // The server looks for new records by itself.
  const onRecord = (): void => undefined;
  const { intake } = openIntake(config, { state, ledgers, onRecord, stopping: stopping.signal });
  const services = new NamedServices((await readLocalCatalog(config)).services);
  let checked = 0;
  const work = (): Promise<EvidenceTally> =>
    submitEvidence(evidence, {
      ...{ services, source, submit: (service, claim) => intake.submit(service, claim) },
      done: () => (checked += 1),
    });

  const measure = { total: evidence.length, done: () => checked };
  const tally = await new Progress(process.stderr).stage('checking payments', work, measure);
  stopping.abort();
  return tally;
}

function print(
  source: string,
  { evidence, leftOut }: ReadEvidence,
  tally: EvidenceTally,
  isJson: boolean,
): void {
  const { recorded, waiting, exists } = tally;
  const refused: Record<string, number> = { ...tally.refused };
  for (const [reason, count] of leftOut) refused[reason] = (refused[reason] ?? 0) + count;
  const count = Object.values(refused).reduce((sum, each) => sum + each, 0);
  const payments = evidence.length + [...leftOut.values()].reduce((sum, each) => sum + each, 0);
  if (isJson) {
    printJson({ source, payments, recorded, waiting, exists, refused });
    return;
  }

  console.log(
    `${source}: ${String(payments)} payments: ${String(recorded)} recorded, ${String(waiting)} wait to be checked, ${String(exists)} were stated before, ${String(count)} refused`,
  );
  for (const [code, times] of Object.entries(refused)) console.log(`  ${String(times)} × ${code}`);
}

export function evidenceCommand(args?: readonly string[]): Promise<void> {
  return runCommand(program, args);
}

if (import.meta.main) await evidenceCommand();
