import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { minuteMs } from '../domain/duration.ts';
import type { OutcomeRecord, OutcomeSummary } from '../domain/outcome.ts';
import { printable } from '../domain/plain-text.ts';
import { type Seller, standingOf } from '../outcomes/standing.ts';
import { maxRecordBytes, RecordLine } from '../views/outcome-record.ts';
import type { Service } from '../views/service.ts';
import { linesOf } from './lines.ts';
import type { LogVerifier } from './log-verifier.ts';
import { invalid, readText } from './read-answer.ts';
import { cutFault } from './take-outcomes.ts';

const pieceBytes = 1024 * 1024;

/** Of one service, since they are added up together. */
const maxRecords = 50_000;

/** A record gets its entry in the log within seconds; one on GitHub waits for its turn. */
const loggedWithinMs = 2 * minuteMs;

interface Parts {
  /** The services of the mirror, sorted by id. */
  readonly services: AsyncIterable<readonly Service[]>;
  readonly log: Pick<LogVerifier, 'outcomes'>;
  readonly now: Date;
}

export interface OutcomeAudit {
  /** Records, and services that they are about. */
  readonly records: number;
  readonly services: number;
  /** Entries of the log whose record is missing: erased, or withheld. */
  readonly missing: number;
  /** What differs first, as a sentence; undefined where everything holds. */
  readonly difference: string | undefined;
}

/**
 * Computes each summary again, from the records before it and the seller as the mirror has it, and looks for each record in the log. One pass, which
 * holds the records of one service at a time. @throws {MirrorFault} for what is no record
 */
export async function auditOutcomes(path: string, parts: Parts): Promise<OutcomeAudit> {
  const audit = new Audit(parts);
  try {
    for await (const [line, read] of recordLines(path)) {
      await audit.note(line, read);
      if (audit.difference !== undefined) break;
    }
    await audit.compare();
  } finally {
    await audit.close();
  }

  return { ...audit.counts, missing: audit.missing(), difference: audit.difference };
}

async function* recordLines(path: string): AsyncGenerator<readonly [line: Buffer, read: RecordLine]> {
  const name = printable(path);
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const chunks = file.createReadStream({ highWaterMark: pieceBytes });
  let number = 0;
  for await (const lines of linesOf(chunks, maxRecordBytes, (what, line) => cutFault(what, line, name))) {
    for (const line of lines) {
      number += 1;
      yield [line, readText(line, RecordLine, `line ${String(number)} of ${name}`)];
    }
  }
}

class Audit {
  readonly #parts: Parts;
  readonly #sellers: Sellers;
  readonly #logged = new Set<string>();
  #service = '';
  #records = new Map<string, OutcomeRecord>();
  #summary: OutcomeSummary | undefined;
  readonly counts = { records: 0, services: 0 };
  difference: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sellers = new Sellers(parts.services);
  }

  async note(line: Buffer, read: RecordLine): Promise<void> {
    const { service } = read;
    if (service !== this.#service || this.#summary) await this.#next(service);
    if (this.difference !== undefined) return;
    if (read.kind === 'summary') {
      this.#summary = read.summary;
      return;
    }

    this.difference = this.#refusal(read) ?? this.#lookInLog(line, read);
    this.#records.set(read.id, read);
    this.counts.records += 1;
  }

  async compare(): Promise<void> {
    if (this.difference !== undefined || this.#service === '') return;

    const seller = await this.#sellers.find(this.#service);
    this.difference = differenceOf(this.#service, this.#summary, seller, [...this.#records.values()]);
  }

  /** Counts entries of the log, but for those that are younger than the copy may be. */
  missing(): number {
    const until = this.#parts.now.getTime() - loggedWithinMs;
    const entries = [...this.#parts.log.outcomes];

    return entries.filter(([digest, at]) => !this.#logged.has(digest) && Date.parse(at) < until).length;
  }

  async close(): Promise<void> {
    await this.#sellers.close();
  }

  async #next(service: string): Promise<void> {
    await this.compare();
    if (service <= this.#service) {
      throw invalid(
        'the record of outcomes',
        `the service ${service} comes twice, or the services are not sorted`,
      );
    }
    this.#service = service;
    this.#records = new Map();
    this.#summary = undefined;
    this.counts.services += 1;
  }

  /** A record that comes twice would count twice. */
  #refusal({ kind, id, service }: OutcomeRecord): string | undefined {
    if (this.#records.has(id)) return `the ${kind} ${id} about the service ${service} comes twice`;
    if (this.#records.size < maxRecords) return undefined;

    return `the service ${service} has more than ${String(maxRecords)} records, which is more than this mirror adds up`;
  }

  /** A line is what its entry has the digest of. */
  #lookInLog(line: Buffer, { kind, id, service, at }: OutcomeRecord): string | undefined {
    const digest = createHash('sha256').update(line).digest('hex');
    this.#logged.add(digest);
    const isNew = Math.abs(this.#parts.now.getTime() - Date.parse(at)) < loggedWithinMs;
    if (isNew || this.#parts.log.outcomes.has(digest)) return undefined;

    return `the ${kind} ${id} about the service ${service} is not in the log as the record has it`;
  }
}

/** What the records of a service add up to, beside what the catalog claims; undefined where that is the same. */
function differenceOf(
  id: string,
  claimed: OutcomeSummary | undefined,
  seller: Seller | undefined,
  records: readonly OutcomeRecord[],
): string | undefined {
  const recomputed = seller && standingOf(records, seller).summary;
  if (isDeepStrictEqual(claimed, recomputed)) return undefined;

  return `the summary of the service ${id} differs: claimed ${textOf(claimed)}, recomputed ${textOf(recomputed)}`;
}

function textOf(summary: OutcomeSummary | undefined): string {
  return summary === undefined ? 'nothing' : JSON.stringify(summary);
}

/** Finds services of a sorted list, in the order of their ids, without holding it. */
class Sellers {
  readonly #groups: AsyncIterator<readonly Service[]>;
  #group: readonly Service[] = [];

  constructor(services: AsyncIterable<readonly Service[]>) {
    this.#groups = services[Symbol.asyncIterator]();
  }

  async find(id: string): Promise<Service | undefined> {
    while ((this.#group.at(-1)?.id ?? '') < id) {
      const next = await this.#groups.next();
      if (next.done) return undefined;
      this.#group = next.value;
    }

    return this.#group.find((service) => service.id === id);
  }

  async close(): Promise<void> {
    await this.#groups.return?.();
  }
}
