import { z } from 'zod';
import type { Outcome, OutcomeClaim, SignedReceipt } from '../../domain/outcome.ts';
import { isObject } from '../../domain/json-object.ts';
import { printable, quoted } from '../../domain/plain-text.ts';
import { readJson } from '../../domain/strict-json.ts';
import { maxRecordBytes, RecordLine } from '../../views/outcome-record.ts';
import { claimOf, OutcomeRequest } from '../../views/outcomes.ts';
import { ImportFault } from '../import-fault.ts';

/** By what a source names a service. */
export interface NamedSeller {
  readonly service?: string | undefined;
  /** A URL. */
  readonly endpoint?: string | undefined;
  readonly wallet?: string | undefined;
}

/** What a source says of one payment. */
export interface Evidence {
  readonly seller: NamedSeller;
  readonly claim: OutcomeClaim & {
    readonly signature?: string | undefined;
    readonly receipt?: SignedReceipt | undefined;
  };
}

/** What was read of a source: evidence, and how often a payment was left out, by reason. */
export interface ReadEvidence {
  readonly evidence: readonly Evidence[];
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Of one run: each payment makes the catalog ask a chain. */
export const maxPayments = 10_000;

/** What others call an outcome, in lower case. */
const outcomesByName: ReadonlyMap<string, Outcome> = new Map([
  ...(['delivered', 'ok', 'paid', 'success'] as const).map((name) => [name, 'delivered'] as const),
  ...(['nothing', 'non_delivery', 'not_delivered'] as const).map((name) => [name, 'nothing'] as const),
  ...(['wrong', 'wrong_goods'] as const).map((name) => [name, 'wrong'] as const),
  ...(['overcharged', 'overcharge'] as const).map((name) => [name, 'overcharged'] as const),
  ['duplicate', 'duplicate'],
]);

/** Data sets write null for what they do not know. */
const text = optional(z.string().max(2048));
const number = optional(z.number());

function optional<Value>(schema: z.ZodType<Value>): z.ZodType<Value | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}

const Payment = z.looseObject({
  tx: z.string().max(128),
  outcome: text,
  kind: text,
  httpStatus: number,
  latencyMs: number,
});

const payments = optional(z.array(Payment));

/** One seller of a published data set. Members that nobody here needs are passed over. */
const Seller = z.looseObject({
  service: text,
  endpoint: text,
  seller: text,
  payTo: text,
  network: text,
  payments,
  evidence: payments,
});
const Sellers = z.union([z.array(Seller), Seller.transform((seller) => [seller])]);

/**
 * Reads what a source publishes: the record of another catalog (`outcomes.ndjson`), or JSON with a seller, or a list of sellers, and the payments of
 * each. @throws {ImportFault} for anything else
 */
export function readEvidence(source: string, content: string): ReadEvidence {
  const [first = ''] = content.trimStart().split('\n', 1);
  const reader = new EvidenceReader(source);
  if (isRecord(first)) reader.readRecord(content);
  else reader.readSellers(content);

  return reader;
}

/** Whether a file with this first line is a record; an empty one is a record of nothing. */
function isRecord(line: string): boolean {
  if (line === '') return true;
  const json = line.length > maxRecordBytes ? { fault: 'too long' } : readJson(line);
  const kind = 'value' in json && isObject(json.value) ? json.value['kind'] : undefined;

  return kinds.has(kind);
}

const kinds: ReadonlySet<unknown> = new Set(['statement', 'reply', 'finding', 'summary']);

class EvidenceReader implements ReadEvidence {
  readonly #source: string;
  readonly evidence: Evidence[] = [];
  readonly leftOut = new Map<string, number>();

  constructor(source: string) {
    this.#source = source;
  }

  readRecord(content: string): void {
    for (const [index, line] of content.split('\n').entries()) {
      if (line !== '') this.#readLine(line, `line ${String(index + 1)}`);
    }
  }

  readSellers(content: string): void {
    const sellers = this.#parse(content, Sellers, 'it');
    for (const { service, endpoint, seller, payTo, ...told } of sellers) {
      const { network = 'base', payments = [], evidence = [] } = told;
      const isUrl = seller !== undefined && URL.canParse(seller);
      const [url, wallet] = isUrl ? [seller, undefined] : [undefined, seller];
      const named = { service, endpoint: endpoint ?? url, wallet: payTo ?? wallet };
      for (const payment of [...payments, ...evidence]) this.#addPayment(named, network, payment);
    }
  }

  #readLine(line: string, place: string): void {
    if (line.length > maxRecordBytes) {
      throw this.#fault(`${place} is longer than ${String(maxRecordBytes)} bytes`);
    }
    const read = this.#parse(line, RecordLine, place);
    if (read.kind !== 'statement') return;

    const { service, outcome, httpStatus, latencyMs, requestHash, responseHash, signature, receipt } = read;
    const { network, tx, payTo } = read.settlement;
    const stated = { outcome, httpStatus, latencyMs, requestHash, responseHash, signature, receipt };
    this.#add({ service, wallet: payTo }, { network, tx, ...stated });
  }

  #addPayment(seller: NamedSeller, network: string, payment: z.infer<typeof Payment>): void {
    const { tx, httpStatus, latencyMs } = payment;
    const outcome = outcomesByName.get((payment.outcome ?? payment.kind ?? '').toLowerCase());
    if (outcome) {
      this.#add(seller, {
        ...{ network, tx, outcome, httpStatus },
        latencyMs: latencyMs === undefined ? undefined : Math.round(latencyMs),
      });
    } else this.#leaveOut('outcome_unknown');
  }

  /** Takes what could be sent over HTTP, too. */
  #add(seller: NamedSeller, claim: object): void {
    const read = OutcomeRequest.safeParse(claim);
    if (read.success) this.evidence.push({ seller, claim: claimOf(read.data) });
    else this.#leaveOut(`${read.error.issues[0]?.path.join('.') ?? 'payment'}_invalid`);
    if (this.evidence.length > maxPayments) {
      throw this.#fault(`it has more than ${String(maxPayments)} payments, which is the limit of one run`);
    }
  }

  #leaveOut(reason: string): void {
    this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
  }

  #parse<Value>(content: string, schema: z.ZodType<Value>, what: string): Value {
    const json = readJson(content);
    if ('fault' in json) throw this.#fault(`${what} is no JSON: ${json.fault}`);
    const read = schema.safeParse(json.value);
    if (read.success) return read.data;

    const [issue] = read.error.issues;
    const place = issue && issue.path.length > 0 ? ` at ${quoted(issue.path.map(String).join('.'))}` : '';
    throw this.#fault(`${what} is not of the expected form${place}: ${printable(issue?.message ?? '', 200)}`);
  }

  #fault(what: string): ImportFault {
    return new ImportFault(
      'answer_invalid',
      `${printable(this.#source, 200)} cannot be read: ${what}; see docs/operation/evidence.md for what is read`,
    );
  }
}
