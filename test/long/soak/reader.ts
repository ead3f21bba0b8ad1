import { z } from 'zod';
import type { Cluster, Member } from './cluster.ts';
import type { Ledger } from './ledger.ts';
import { pause } from './pause.ts';

const Shown = z.object({ pricing: z.object({ pricePerRequest: z.string() }) });

const pauseMs = 50;
/**
 * A server that was not disturbed has to answer within this time, on a machine that does much else. Until then it may ask for patience: while it
 * cannot read in time what another one did, it says so rather than that a service is unknown.
 */
const longestAnswerMs = 30_000;
/** A longer pause is a refusal. */
const longestPauseSeconds = 5;
/** Changes are to be seen through every server within a second; a busy machine is given more. */
const maxBehindMs = 10_000;

/** Reads through any server: services by their ids, and lists. */
export class Reader {
  readonly #cluster: Cluster;
  readonly #ledger: Ledger;

  constructor(cluster: Cluster, ledger: Ledger) {
    this.#cluster = cluster;
    this.#ledger = ledger;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await (Math.random() < 0.2 ? this.#readList() : this.#readOne());
      await pause(pauseMs);
    }
  }

  async #readList(): Promise<void> {
    await this.#get(this.#cluster.any(), '/api/services?limit=50');
  }

  /** A service that was acknowledged is there at once, through every server, with what was acknowledged a while ago. */
  async #readOne(): Promise<void> {
    const settled = this.#ledger.settled();
    // Half of the reads go to what was acknowledged last.
    const recent = settled.toSorted((a, b) => b.settledAt - a.settledAt).slice(0, 4);
    const from = Math.random() < 0.5 ? recent : settled;
    const entry = from[Math.floor(Math.random() * from.length)];
    if (!entry) return;
    const { id, price, settledAt } = entry;

    const member = this.#cluster.any();
    const asked = performance.now();
    const answer = await this.#get(member, `/api/services/${id}`);
    // An act that began meanwhile may have been carried out already.
    if (!answer || entry.settledAt !== settledAt) return;
    if (answer.status !== 200) {
      this.#ledger.fault(`${id} was acknowledged, and answered ${String(answer.status)} by ${member.name}`);
    } else if (
      asked - settledAt > maxBehindMs &&
      Shown.parse(answer.body).pricing.pricePerRequest !== price
    ) {
      const age = ((asked - settledAt) / 1000).toFixed(1);
      this.#ledger.fault(`${id} has a price that is ${age} s old at ${member.name}`);
    }
  }

  /** Undefined where the server was disturbed meanwhile. */
  async #get(member: Member, path: string): Promise<{ status: number; body: unknown } | undefined> {
    const { disturbances } = member;
    this.#ledger.counts.reads += 1;
    try {
      const { status, body } = await answerOf(`${member.url}${path}`, AbortSignal.timeout(longestAnswerMs));
      if (status >= 500) {
        const said = JSON.stringify(body);
        this.#ledger.fault(`GET ${path} was answered ${String(status)} by ${member.name}: ${said}`);
      }
      return { status, body };
    } catch (error) {
      if (member.isServing && member.disturbances === disturbances) {
        this.#ledger.fault(`GET ${path} failed at ${member.name}: ${String(error)}`);
      }
      this.#ledger.counts.cutReads += 1;
      return undefined;
    }
  }
}

/** The first answer that does not ask for another try soon, or the last one before `signal`. */
async function answerOf(url: string, signal: AbortSignal): Promise<{ status: number; body: unknown }> {
  for (;;) {
    const answer = await fetch(url, { signal });
    const told = { status: answer.status, body: (await answer.json()) as unknown };
    const seconds = Number(answer.headers.get('Retry-After') ?? Infinity);
    if (answer.status !== 503 || seconds > longestPauseSeconds) return told;
    if (!(await waited(seconds, signal))) return told;
  }
}

/** False where `signal` came first. */
function waited(seconds: number, signal: AbortSignal): Promise<boolean> {
  return pause(seconds * 1_000, true, { signal }).catch(() => false);
}
