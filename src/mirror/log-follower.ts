import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoted } from '../domain/plain-text.ts';
import type { Checkpoint } from '../transparency/checkpoint.ts';
import { readEntry } from '../transparency/entry.ts';
import { LogCopy, LogFault, openCheckpoint } from '../transparency/log-copy.ts';
import { type NoteVerifier, printVerifier, readVerifier } from '../transparency/signed-note.ts';
import { readEntries, type Tile, tilePath, tilesOf, tileWidth } from '../transparency/tiles.ts';
import { type Answer, type CatalogClient, nameOf } from './catalog-client.ts';
import { EntryFile } from './entry-file.ts';
import type { LogState, LogVerifier } from './log-verifier.ts';
import { MirrorFault } from './mirror-fault.ts';
import { damaged } from './own-folder.ts';
import type { RequiredWitnesses } from './required-witnesses.ts';
import type { Notice, Surroundings } from './surroundings.ts';

interface Dependencies {
  readonly client: CatalogClient;
  readonly from: URL;
  readonly folder: string;
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal | undefined;
  readonly notice: (notice: Notice) => void;
  /** Undefined where nobody has to have cosigned. */
  readonly required: RequiredWitnesses | undefined;
}

interface Memory {
  /** What earlier visits remember. */
  readonly state: LogState | null;
  /** The key that signs the log, if its owner published it elsewhere. */
  readonly key: string | undefined;
}

const maxNoteBytes = 64 * 1024;
/** Entries have 150 bytes. */
const maxTileBytes = tileWidth * 1024;
/** No catalog has so many changes; a larger log would only exhaust the memory. */
const maxEntries = 10_000_000;
const tilesAtOnce = 8;

/** How long to wait for a log that is behind: another server may be, or a cache. */
const patienceMs = 30_000;
const lookAgainMs = 1000;

/** Downloads the log of a catalog entry by entry, which proves that it only grew, and keeps the entries in a file. */
export class LogFollower implements LogVerifier {
  readonly #dependencies: Dependencies;
  readonly #copy: LogCopy;
  readonly #entries: EntryFile;
  #verifier: NoteVerifier | undefined;
  #state: LogState | undefined;

  private constructor(dependencies: Dependencies, entries: EntryFile, copy: LogCopy, memory: Memory) {
    this.#dependencies = dependencies;
    this.#entries = entries;
    this.#copy = copy;
    this.#verifier = verifierOf(memory);
    this.#state = memory.state ?? undefined;
  }

  /** Reads the entries of earlier visits again, which is how damage is noticed. @throws {MirrorFault} */
  static async open(dependencies: Dependencies, memory: Memory): Promise<LogFollower> {
    const { state } = memory;
    const entries = new EntryFile(dependencies.folder, state?.entryBytes ?? 0);
    const copy = new LogCopy();

    try {
      for await (const lines of entries.read()) copy.append(lines);
      if (state) copy.compare(openCheckpoint(state.checkpoint, rememberedKey(state)));
    } catch (error) {
      if (error instanceof LogFault) throw damaged(join(dependencies.folder, 'log.entries'));
      throw error;
    }
    return new LogFollower(dependencies, entries, copy, memory);
  }

  get state(): LogState | undefined {
    return this.#state;
  }

  lastTerms(idDigest: string): string | null | undefined {
    return this.#copy.news.get(idDigest);
  }

  get outcomes(): ReadonlyMap<string, string> {
    return this.#copy.outcomes;
  }

  ids(): Iterable<string> {
    return this.#copy.news.keys();
  }

  /** The key that signs the log: as it was given, as it is remembered, or as the catalog says at the first visit. @throws {MirrorFault} */
  async key(): Promise<NoteVerifier> {
    return (this.#verifier ??= await this.#firstKey());
  }

  /** The root of the first `size` entries; undefined where these were not read and verified so far. */
  rootAt(size: number): Buffer | undefined {
    return size <= (this.#state?.size ?? -1) ? this.#copy.root(size) : undefined;
  }

  async advance(): Promise<ReadonlySet<string>> {
    const { surroundings, signal, required } = this.#dependencies;
    const verifier = await this.key();
    const begun = surroundings.now().getTime();
    // Of all rounds: what was read before a tile was missing is not read again.
    const touched = new Set<string>();

    for (;;) {
      const { note, checkpoint } = await this.#checkpoint(verifier);
      const isBehind = checkpoint.size < this.#copy.size;
      const lack = isBehind ? undefined : required?.lackOf(note, surroundings.now());
      if (!isBehind && lack === undefined && (await this.#readTo(checkpoint, touched))) {
        await this.#compare(checkpoint, note);
        this.#remember(verifier, checkpoint, note);
        return touched;
      }
      // Another server, or a cache, may be behind; the files of a static site may be replaced at this moment; and witnesses take a moment.
      if (surroundings.now().getTime() - begun >= patienceMs) {
        if (lack !== undefined) throw this.#fault(lack);
        await this.#compare(checkpoint, note);
      }
      await surroundings.pause(lookAgainMs, signal);
    }
  }

  /** The key of the catalog itself: all that can be known at the first visit. */
  async #firstKey(): Promise<NoteVerifier> {
    const answer = await this.#get('log/vkey', maxNoteBytes);
    if (answer.status === 404) {
      throw this.#fault(
        `${this.#name('log/vkey')} does not exist: this catalog keeps no log, so nothing can be verified`,
        'mirror without --verify, or ask the operator of the catalog to sign',
      );
    }
    const verifier = answer.status === 200 ? readVerifier(answer.bytes.toString('latin1')) : undefined;
    if (!verifier) throw this.#fault(`${this.#name('log/vkey')} is no key`);
    return verifier;
  }

  async #checkpoint(
    verifier: NoteVerifier,
  ): Promise<{ readonly note: string; readonly checkpoint: Checkpoint }> {
    const { status, bytes } = await this.#get('log/checkpoint', maxNoteBytes);
    if (status !== 200) throw this.#fault(`${this.#name('log/checkpoint')} answers HTTP ${String(status)}`);

    const note = bytes.toString();
    try {
      return { note, checkpoint: openCheckpoint(note, verifier) };
    } catch (error) {
      throw error instanceof LogFault ? this.#fault(error.message) : error;
    }
  }

  /** Reads entries up to a size, and adds the services that they touch. False when some are not there, because the log went on. */
  async #readTo({ size }: Checkpoint, touched: Set<string>): Promise<boolean> {
    if (size > maxEntries) {
      throw this.#fault(
        `the log claims to have ${String(size)} entries, which is more than any catalog makes`,
      );
    }
    const tiles = tilesOf(size, this.#copy.size).filter(({ level }) => level === 'entries');
    const reading = { touched, isComplete: true };
    if (tiles.length > 0) await this.#entries.append(this.#newLines(tiles, reading));

    return reading.isComplete;
  }

  /** The lines that follow those that are known. Ends early where a tile is missing. */
  async *#newLines(
    tiles: readonly Tile[],
    reading: { readonly touched: Set<string>; isComplete: boolean },
  ): AsyncGenerator<readonly string[]> {
    for (let begin = 0; begin < tiles.length; begin += tilesAtOnce) {
      const group = tiles.slice(begin, begin + tilesAtOnce);
      const bundles = await Promise.all(group.map((tile) => this.#bundle(tile)));
      for (const [place, entries] of bundles.entries()) {
        if (!entries) {
          reading.isComplete = false;
          return;
        }
        const { index } = group[place] ?? { index: 0 };
        const lines = entries.slice(this.#copy.size - index * tileWidth);
        this.#append(lines);
        for (const line of lines) reading.touched.add(readEntry(line)?.service ?? '');
        yield lines;
      }
      this.#dependencies.notice({
        level: 'progress',
        text: `${String(this.#copy.size)} entries of the log read`,
      });
    }
  }

  #append(lines: readonly string[]): void {
    try {
      this.#copy.append(lines);
    } catch (error) {
      throw error instanceof LogFault ? this.#fault(error.message) : error;
    }
  }

  async #bundle(tile: Tile): Promise<string[] | undefined> {
    const path = `log/${tilePath(tile)}`;
    const { status, bytes } = await this.#get(path, maxTileBytes);
    if (status === 404) return undefined;

    const entries = status === 200 ? readEntries(bytes, tile.width) : undefined;
    if (!entries) throw this.#fault(`${this.#name(path)} is no tile of ${String(tile.width)} entries`);
    return entries;
  }

  /** Keeps a signed checkpoint that contradicts what was read: together with the remembered one, it proves the fault to others. */
  async #compare(checkpoint: Checkpoint, note: string): Promise<void> {
    try {
      this.#copy.compare(checkpoint);
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;

      const evidence = join(this.#dependencies.folder, 'log.contradiction');
      await rm(evidence, { force: true });
      await writeFile(evidence, note, { flag: 'wx' });
      throw this.#fault(
        error.message,
        `keep ${evidence} and mirror.json, whose checkpoints are signed, as evidence, and ask the operator of the catalog`,
      );
    }
  }

  #remember(verifier: NoteVerifier, { size, root }: Checkpoint, checkpoint: string): void {
    this.#state = {
      key: printVerifier(verifier),
      size,
      root: Buffer.from(root).toString('base64'),
      entryBytes: this.#entries.bytes,
      checkpoint,
    };
  }

  #get(path: string, maxBytes: number): Promise<Answer> {
    return this.#dependencies.client.get(path, { maxBytes });
  }

  #name(path: string): string {
    return nameOf(new URL(path, this.#dependencies.from));
  }

  #fault(what: string, cure = 'do not pay by this copy, and ask the operator of the catalog'): MirrorFault {
    return new MirrorFault('log', `${what}; ${cure}`);
  }
}

/** The key that was given, or that is remembered. @throws {MirrorFault} when they differ */
function verifierOf({ state, key }: Memory): NoteVerifier | undefined {
  const remembered = state ? rememberedKey(state) : undefined;
  if (key === undefined) return remembered;

  const given = readVerifier(key);
  if (!given) {
    throw new MirrorFault(
      'usage',
      `${quoted(key)} is no key of a log; write it as /log/vkey has it: name+id+key`,
    );
  }
  if (remembered && printVerifier(given) !== printVerifier(remembered)) {
    throw new MirrorFault(
      'log',
      `the log was signed with another key, ${printVerifier(remembered)}, when this mirror saw it first; find out from the operator which one is right, and begin a new mirror if the old one was replaced`,
    );
  }
  return given;
}

function rememberedKey({ key }: LogState): NoteVerifier {
  const verifier = readVerifier(key);
  if (verifier) return verifier;

  throw damaged('mirror.json');
}
