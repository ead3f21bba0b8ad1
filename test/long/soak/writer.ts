import { z } from 'zod';
import { aRegistration } from '../../support/registration.ts';
import type { Cluster } from './cluster.ts';
import type { Entry, Ledger } from './ledger.ts';
import { pause } from './pause.ts';

const Created = z.object({ id: z.string() });

const pauseMs = 200;
const maxServices = 60;
const longestAnswerMs = 60_000;
/** A server that refuses for longer than this keeps nobody from writing through another one. */
const patienceMs = 120_000;

/** An owner who registers services, changes their prices and removes some, through any server, and asks again until there is an answer. */
export class Writer {
  readonly #cluster: Cluster;
  readonly #ledger: Ledger;
  readonly #key: string;
  readonly #endpoint: (number: number) => string;
  readonly #own: Entry[] = [];
  #made = 0;
  #prices = 0;

  /** `endpoint` gives each of its services another one. */
  constructor(cluster: Cluster, ledger: Ledger, key: string, endpoint: (number: number) => string) {
    this.#cluster = cluster;
    this.#ledger = ledger;
    this.#key = key;
    this.#endpoint = endpoint;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#act();
      await pause(pauseMs * 2 * Math.random());
    }
  }

  async #act(): Promise<void> {
    const listed = this.#own.filter(({ isRemoved }) => !isRemoved);
    const chosen = listed[Math.floor(Math.random() * listed.length)];
    const dice = Math.random();
    if (!chosen || (dice < 0.4 && listed.length < maxServices)) await this.#register();
    else if (dice < 0.9) await this.#change(chosen);
    else await this.#remove(chosen);
  }

  async #register(): Promise<void> {
    const price = this.#newPrice();
    const entry = this.#ledger.open(this.#endpoint(this.#made), price);
    this.#ledger.begin(entry);
    this.#made += 1;
    const body = {
      ...aRegistration('soak'),
      endpoint: entry.endpoint,
      pricing: { currency: 'USDC', pricePerRequest: price },
    };

    const answer = await this.#until('POST', '/api/services', body);
    if (answer?.status !== 201) return this.#unexpected('a registration', answer);
    entry.id = Created.parse(await answer.json()).id;
    this.#ledger.acknowledge(entry);
    this.#own.push(entry);
    this.#ledger.counts.registered += 1;
  }

  async #change(entry: Entry): Promise<void> {
    this.#ledger.begin(entry);
    entry.price = this.#newPrice();
    const body = { pricing: { pricePerRequest: entry.price } };

    const answer = await this.#until('PATCH', `/api/services/${entry.id ?? ''}`, body);
    if (answer?.status !== 200) return this.#unexpected('a change', answer);
    this.#ledger.acknowledge(entry);
    this.#ledger.counts.changed += 1;
  }

  async #remove(entry: Entry): Promise<void> {
    this.#ledger.begin(entry);
    entry.isRemoved = true;

    const answer = await this.#until('DELETE', `/api/services/${entry.id ?? ''}`);
    // 410: an earlier try had been carried out, though its answer never came.
    if (answer?.status !== 204 && answer?.status !== 410) return this.#unexpected('a removal', answer);
    this.#ledger.acknowledge(entry);
    this.#ledger.counts.removed += 1;
  }

  /** Asks one server after another, with the same idempotency key, until one decides. Undefined when none did in time. */
  async #until(method: string, path: string, body?: unknown): Promise<Response | undefined> {
    const headers = {
      Authorization: `Bearer ${this.#key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    };
    const end = performance.now() + patienceMs;
    while (performance.now() < end) {
      const answer = await fetch(`${this.#cluster.any().url}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(longestAnswerMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;

      await answer?.body?.cancel();
      this.#ledger.counts.askedAgain += 1;
      await pause(250);
    }
    return undefined;
  }

  async #unexpected(what: string, answer: Response | undefined): Promise<void> {
    const said = answer
      ? `${String(answer.status)} ${(await answer.text()).slice(0, 300)}`
      : 'nothing for two minutes';
    this.#ledger.fault(`${what} was answered ${said}`);
  }

  /** A price that this writer has not asked before. */
  #newPrice(): string {
    this.#prices += 1;
    return `0.${String(this.#prices).padStart(5, '0')}1`;
  }
}
