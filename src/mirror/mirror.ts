import {
  type AllowedSigner,
  AllowedSignersFault,
  readAllowedSigners,
} from '../adapters/signing/allowed-signers.ts';
import { quoted } from '../domain/plain-text.ts';
import { CatalogClient } from './catalog-client.ts';
import { ChangeFeed } from './change-feed.ts';
import { Copy } from './copy.ts';
import { FeedFollower } from './feed-follower.ts';
import { LogFollower } from './log-follower.ts';
import { UnknownMembers } from './mirrored-service.ts';
import { MirrorFault } from './mirror-fault.ts';
import { openWitness, type WitnessOptions } from './open-witness.ts';
import { RequiredWitnesses, type Requirement } from './required-witnesses.ts';
import { SiteFollower } from './site-follower.ts';
import type { Format } from './state.ts';
import type { AppliedBatch, Difference } from './store.ts';
import { type Notice, type Surroundings, usualSurroundings } from './surroundings.ts';
import type { Proofs, Visit } from './visit.ts';

export type { AppliedBatch, AppliedChange } from './store.ts';
export { MirrorFault, type MirrorFaultCode } from './mirror-fault.ts';
export { type Format, formats } from './state.ts';
export type { WitnessOptions } from './open-witness.ts';
export type { Requirement } from './required-witnesses.ts';
export type { Difference, Effect } from './store.ts';
export type { Notice } from './surroundings.ts';
export type { Proofs } from './visit.ts';

/** What to mirror, and where to. */
export interface MirrorOptions {
  /** The address of a catalog: of a server, or of a static site. `http:` is for this machine and for networks that you trust. */
  readonly from: string;
  /** The folder of the mirror, which is made when it is missing. */
  readonly to: string;
  /** `files` (one for each service, the default) or `ndjson` (one file). The format of a mirror never changes. */
  readonly format?: Format | undefined;
  /** Who may sign the catalog, in the form of `allowed_signers`; signatures are not checked without it. */
  readonly signers?: string | undefined;
  /** Whether to check the copy against the log of the catalog. */
  readonly verify?: boolean | undefined;
  /** The key that signs the log, as `/log/vkey` has it; asks for `verify`. Without it, the key of the first visit is remembered. */
  readonly logKey?: string | undefined;
  /** Which witnesses must have cosigned the log, and how many of them; asks for `verify`. */
  readonly require?: Requirement | undefined;
  /** Makes the mirror a witness of the log while it follows; asks for `verify`. */
  readonly witness?: WitnessOptions | undefined;
  /** An export may have this many bytes; 4 GiB by default. */
  readonly maxExportBytes?: number | undefined;
  /** Ends the mirror; the next one resumes from there. */
  readonly signal?: AbortSignal | undefined;
  /** Receives progress and passing faults. */
  readonly log?: ((notice: Notice) => void) | undefined;
}

/** What became of a visit to a catalog. */
export interface MirrorReport extends Proofs, Readonly<Record<Difference, number>> {
  /** How many services the copy holds. */
  readonly services: number;
  readonly cursor: string | null;
  readonly commit: string | null;
}

const defaultExportBytes = 4 * 1024 ** 3;
/** How long each request waits in all between its attempts, for a catalog that does not answer. */
const patienceMs = 120_000;

/**
 * Brings a mirror up to date, once. `onBatch` is called with the changes after they are on disk; when it fails, the next visit hands
 * them over again.
 * @throws {MirrorFault} when anything does not hold
 */
export async function mirror(
  options: MirrorOptions,
  onBatch: (batch: AppliedBatch) => void | Promise<void> = () => undefined,
  surroundings = usualSurroundings,
): Promise<MirrorReport> {
  const session = await Session.open(options, { surroundings, isEndless: false });

  try {
    for await (const batch of session.batches()) await onBatch(batch);
    return session.report();
  } finally {
    await session.close();
  }
}

/**
 * Keeps a mirror up to date, until `signal` is aborted. Each batch is on disk when it is handed over, and counts as handled when the next
 * one is asked for: after a crash before that, it comes again.
 * @throws {MirrorFault} when anything does not hold
 */
export async function* follow(
  options: MirrorOptions,
  surroundings = usualSurroundings,
): AsyncGenerator<AppliedBatch, void> {
  const session = await Session.open(options, { surroundings, isEndless: true });

  try {
    yield* session.batches();
  } catch (error) {
    if (!options.signal?.aborted) throw error;
  } finally {
    await session.close();
  }
}

interface Manner {
  readonly surroundings: Surroundings;
  readonly isEndless: boolean;
}

class Session {
  readonly #visit: Visit;
  #follower: FeedFollower | SiteFollower | undefined;

  private constructor(visit: Visit) {
    this.#visit = visit;
  }

  static async open(options: MirrorOptions, manner: Manner): Promise<Session> {
    const from = catalogRoot(options.from);
    const signers = options.signers === undefined ? undefined : signersIn(options.signers);
    const { to, format, log = () => undefined } = options;
    const copy = await Copy.open(to, { from, format, now: manner.surroundings.now });

    try {
      if (!isProtected(from)) {
        const text = `${from.href} is not encrypted, so anybody on the way can change what it answers`;
        log({ level: 'warning', text });
      }
      return new Session(await openVisit({ from, signers, copy }, options, manner));
    } catch (error) {
      await copy.close();
      throw error;
    }
  }

  async *batches(): AsyncGenerator<AppliedBatch> {
    const { client, from } = this.#visit;
    const feed = new ChangeFeed(client, from);
    this.#follower = (await feed.exists())
      ? new FeedFollower(this.#visit, feed)
      : new SiteFollower(this.#visit);

    yield* this.#follower.batches();
  }

  report(): MirrorReport {
    const { copy } = this.#visit;
    const { cursor, commit } = copy.state;

    return { services: copy.size, cursor, commit, ...copy.totals, ...this.#follower?.proofs() };
  }

  async close(): Promise<void> {
    this.#visit.witness?.close();
    await this.#visit.copy.close();
  }
}

/** @throws {MirrorFault} when what is remembered of the log is damaged, or of another key */
async function openVisit(
  given: Pick<Visit, 'from' | 'signers' | 'copy'>,
  {
    maxExportBytes = defaultExportBytes,
    signal,
    logKey,
    require,
    witness: cosigning,
    verify = [logKey, require, cosigning].some((option) => option !== undefined),
    log: notice = () => undefined,
  }: MirrorOptions,
  { surroundings, isEndless }: Manner,
): Promise<Visit> {
  const { from, copy } = given;
  const { folder } = copy;
  if (cosigning && !isEndless) {
    throw new MirrorFault('usage', 'a witness has to follow its log; add --follow');
  }
  const required = require && new RequiredWitnesses(require);
  const patience = isEndless ? Number.POSITIVE_INFINITY : patienceMs;
  const wasReached = copy.state.complete;
  const client = new CatalogClient({ from, surroundings, patienceMs: patience, wasReached, signal, notice });
  const memory = { state: copy.state.log, key: logKey };
  const log = verify
    ? await LogFollower.open({ client, from, folder, surroundings, signal, notice, required }, memory)
    : undefined;
  const witness = cosigning && log && (await openWitness(cosigning, { folder, log, surroundings, notice }));

  const unknown = new UnknownMembers(notice);
  const parts = { client, log, witness, surroundings, signal, notice, unknown };
  return { ...given, ...parts, maxExportBytes, isEndless };
}

/** The root of a catalog's site. @throws {MirrorFault} */
function catalogRoot(text: string): URL {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new MirrorFault(
      'usage',
      `${quoted(text)} is no address of a catalog; write it like https://catalog.example.com`,
    );
  }

  return new URL(url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`, url);
}

function signersIn(text: string): AllowedSigner[] {
  try {
    return readAllowedSigners(text);
  } catch (error) {
    if (!(error instanceof AllowedSignersFault)) throw error;
    throw new MirrorFault('usage', `the allowed signers cannot be used: ${error.message}`, { cause: error });
  }
}

function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
