import { quoted } from '../../src/domain/plain-text.ts';
import { maxReadBytes, type ProofFile, readProofFile } from '../../src/domain/proof-file.ts';
import { readWitness } from '../../src/transparency/cosignature.ts';
import {
  checkProof,
  type ProofCheck,
  proofChecks,
  type ProofFindings,
  type Trusted,
} from '../../src/transparency/proof-check.ts';
import { type NoteVerifier, readVerifier } from '../../src/transparency/signed-note.ts';
import { printJson } from '../print-json.ts';
import { UsageFault } from '../usage-fault.ts';
import type { ExitCode } from './exit-code.ts';
import { oneLine, paint, wrapped } from './layout.ts';
import { readText } from '../read-text.ts';

/** How `verify --offline` is called. */
export interface OfflineOptions {
  readonly json?: true;
  readonly vkey?: string;
  readonly witnesses?: string;
  readonly require?: number;
}

const maxWitnessBytes = 64 * 1024;

/** Checks a proof file without a network, and prints what holds; resolves to the exit code. */
export async function verifyOffline(path: string, options: OfflineOptions): Promise<ExitCode> {
  const trusted = await trustedBy(options);
  const reading = readProofFile(await readText(path, maxReadBytes, 'the proof of one service'));
  if ('fault' in reading) {
    if (options.json) printJson({ holds: false, fault: reading.fault });
    else console.log(wrapped(`${quoted(path)} is no proof file: ${reading.fault}.`));
    return 3;
  }

  const findings = checkProof(reading.file, trusted, new Date());
  const holds = !Object.values(findings).includes(false);
  if (options.json) printJson({ id: reading.file.entry.id, holds, ...findings });
  else printFindings(reading.file, findings, holds);
  return holds ? 0 : 3;
}

async function trustedBy({ vkey, witnesses: path, ...given }: OfflineOptions): Promise<Trusted> {
  const verifier = vkey === undefined ? undefined : readVerifier(vkey);
  if (vkey !== undefined && !verifier) {
    throw new UsageFault(`--vkey ${quoted(vkey)} is no key of a log; pass the line that /log/vkey answered`);
  }
  const witnesses = path === undefined ? [] : await readWitnesses(path);
  // Whoever names a file of witnesses wants one of them, even where the file turns out to be empty.
  const { require = path === undefined ? 0 : 1 } = given;
  if (require > witnesses.length) {
    throw new UsageFault(
      `--require ${String(require)} needs as many witnesses; name their file with --witnesses`,
    );
  }

  return { verifier, witnesses, require };
}

/** A key in each line, as `LOG_WITNESSES` has them; what follows the key, and lines that begin with `#`, do not matter. */
async function readWitnesses(path: string): Promise<NoteVerifier[]> {
  const lines = (await readText(path, maxWitnessBytes, 'the key of one witness in each line')).split('\n');
  const keys = lines.map((line) => line.trim().split(/\s/, 1)[0] ?? '');

  return keys.flatMap((key, i) => {
    if (key === '' || key.startsWith('#')) return [];
    const witness = readWitness(key);
    if (witness) return [witness];
    throw new UsageFault(
      `line ${String(i + 1)} of ${quoted(path)} begins with no key of a witness; correct it`,
    );
  });
}

type Words = Readonly<Record<'holds' | 'fails' | 'open', string>>;

const words: Readonly<Record<ProofCheck, Words>> = {
  terms: {
    holds: 'The log has an entry about this service, with this endpoint, price, network and wallet.',
    fails: 'The file has no entry of the log about these terms: they are not those that were logged.',
    open: 'The catalog keeps no log, so nothing proves these terms.',
  },
  inclusion: {
    holds: 'Each entry is in the log that the checkpoint names.',
    fails: 'An entry is not in the log that the checkpoint names.',
    open: 'There is no checkpoint.',
  },
  signature: {
    holds: 'The checkpoint is signed with your key of the log.',
    fails: 'The checkpoint is not signed with your key of the log.',
    open: 'Nobody knows who signed the checkpoint; pass --vkey with a key of the log that you trust.',
  },
  cosignatures: {
    holds: 'As many of your witnesses as you require cosigned the checkpoint.',
    fails: 'Fewer of your witnesses than you require cosigned the checkpoint.',
    open: 'Witnesses were not asked for; pass --witnesses with a file of their keys.',
  },
  pin: {
    holds: 'The pin is about this endpoint, and pays the declared wallet.',
    fails: 'The pin is about another endpoint, or pays another wallet than the declared one.',
    open: 'There is no pin: no check saw terms that a buyer can rely on.',
  },
  amount: {
    holds: 'The pin asks for the declared price.',
    fails: '',
    open: 'That the pin asks for its amount is what the catalog saw; the log proves the declared price alone.',
  },
  validity: {
    holds: 'The pin is valid now.',
    fails: 'The pin is not valid now: it ended, or claims to last longer than pins do. Get a newer file.',
    open: 'There is no pin.',
  },
};

function printFindings({ entry, pin }: ProofFile, findings: ProofFindings, holds: boolean): void {
  console.log(`${oneLine(entry.id, 58)}: ${holds ? paint('green', 'holds') : paint('red', 'does not hold')}`);
  for (const check of proofChecks) console.log(findingLines(check, findings[check]));
  if (!pin) return;

  const { maxAmount, asset, network, payTo, validUntil } = pin;
  console.log(
    wrapped(
      `Pay at most ${maxAmount} atomic units of ${asset} on ${network} to ${payTo}, until ${validUntil}.`,
    ),
  );
}

function findingLines(check: ProofCheck, found: boolean | null): string {
  const { holds, fails, open } = words[check];
  if (found === null) return `  ${paint('yellow', '?')}  ${check}\n${wrapped(open, '     ')}`;

  const label = found ? paint('green', 'ok') : paint('red', 'no');
  return `  ${label} ${check}\n${wrapped(found ? holds : fails, '     ')}`;
}
