import { refusalOf } from '../client/api-error.ts';
import { type Client, createClient } from '../client/client.ts';
import { BoundedMap } from '../domain/bounded-map.ts';
import { endpointOf } from '../domain/endpoint-text.ts';
import { isPinOf, isValidPin } from '../domain/pin.ts';
import { type ProofFile, readProofFile } from '../domain/proof-file.ts';
import type { RefusalCode } from './payment-refused.ts';

export interface PinOptions {
  /** The address of a Tollbook, which is asked for the service at a URL. */
  readonly catalog?: string | URL | undefined;
  /** Proof files, as text or parsed. While their pins are valid, the catalog is not asked. */
  readonly proofs?: readonly (string | object)[] | undefined;
  /** The key of the log (`/log/vkey`), from when the catalog was trusted. The check of it needs Node. */
  readonly vkey?: string | undefined;
  /** The keys of witnesses, and how many of them must have cosigned; one, where any is named. */
  readonly witnesses?: readonly string[] | undefined;
  readonly require?: number | undefined;
}

/** What is known of the service at a URL, or why nothing is; `until` in milliseconds since 1970. */
export type Found = ({ readonly file: ProofFile } | { readonly code: RefusalCode }) & {
  readonly until: number;
};

const maxCached = 300;
/** Services of one host. */
const maxLooked = 1000;
/** The catalog may know better after this time; while it cannot be asked, a pin stands until it ends. */
const againMs = { file: 3_600_000, code: 60_000 };

const gone: ReadonlySet<number> = new Set([404, 410]);

/** Finds the proof file of the service at a URL. */
export class Pins {
  readonly #options: PinOptions;
  readonly #client: Client | undefined;
  readonly #given = new Map<string, ProofFile>();
  readonly #cached = new BoundedMap<Promise<Found>>(maxCached);
  readonly #now: () => Date;

  /** @throws {TypeError} for an option that cannot be right */
  constructor(options: PinOptions, now: () => Date) {
    const { catalog, proofs = [], vkey, witnesses = [], require = Math.min(witnesses.length, 1) } = options;
    if (catalog === undefined && proofs.length === 0) throw new TypeError('pass "catalog" or "proofs"');
    if (require > 0 && (vkey === undefined || witnesses.length < require)) {
      throw new TypeError('"witnesses" need "vkey", and "require" as many of them');
    }

    this.#options = { ...options, require };
    this.#now = now;
    if (catalog !== undefined) {
      this.#client = createClient({ baseUrl: catalog, retries: 1, timeoutMs: 10_000 });
    }
    for (const [i, proof] of proofs.entries()) {
      const reading = readProofFile(typeof proof === 'string' ? proof : JSON.stringify(proof));
      if ('fault' in reading) throw new TypeError(`proofs[${String(i)}] is no proof file: ${reading.fault}`);
      this.#given.set(reading.file.entry.endpoint, reading.file);
    }
  }

  async find(url: string): Promise<Found> {
    const endpoint = endpointOf(url) ?? '';
    const given = this.#given.get(endpoint);
    if (given && (!this.#client || isLasting(given, this.#now()))) return this.#judged(given);

    const before = await this.#cached.get(endpoint);
    if (before && this.#now().getTime() <= before.until) return before;
    const found = this.#ask(endpoint, before);
    this.#cached.set(endpoint, found);
    return found;
  }

  #none(code: RefusalCode): Found {
    return { code, until: this.#now().getTime() + againMs.code };
  }

  async #ask(endpoint: string, before: Found | undefined): Promise<Found> {
    const client = this.#client;
    if (!client || endpoint === '') return this.#none('unknown_service');

    try {
      const id = await idAt(endpoint, client);
      if (id === undefined) return this.#none('unknown_service');
      const params = { path: { id } };
      const { data, error, response } = await client.api.GET('/api/services/{id}/proof', { params });
      // A service that is gone has no pin any more; what else a catalog refuses, it may answer later.
      if (gone.has(response.status)) return this.#none('catalog_unreachable');
      if (!data) throw refusalOf(response, error);
      const reading = readProofFile(JSON.stringify(data));
      const isRight = 'file' in reading && reading.file.entry.endpoint === endpoint;
      return isRight ? await this.#judged(reading.file) : this.#none('proof_invalid');
    } catch (error) {
      if (error instanceof TypeError) throw error;
      const stands = before && 'file' in before && isLasting(before.file, this.#now());
      return stands
        ? { ...before, until: this.#now().getTime() + againMs.code }
        : this.#none('catalog_unreachable');
    }
  }

  /** Node's cryptography is loaded only where the buyer names a key. */
  async #judged(file: ProofFile): Promise<Found> {
    const { vkey, witnesses, require } = this.#options;
    if (file.pin && !isPinOf(file.pin, file.entry)) return this.#none('proof_invalid');
    if (vkey !== undefined) {
      const { isProven } = await import('../transparency/proof-check.ts');
      if (!isProven(file, { vkey, witnesses, require }, this.#now())) return this.#none('proof_invalid');
    }

    return { file, until: this.#now().getTime() + againMs.file };
  }
}

function isLasting({ pin }: ProofFile, now: Date): boolean {
  return pin !== null && isValidPin(pin, now);
}

async function idAt(endpoint: string, client: Client): Promise<string | undefined> {
  let looked = 0;
  for await (const service of client.search({ host: new URL(endpoint).hostname })) {
    if (service.endpoint === endpoint) return service.id;
    if ((looked += 1) === maxLooked) return undefined;
  }
  return undefined;
}
