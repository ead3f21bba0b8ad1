import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../adapters/durable-file.ts';
import { printable } from '../domain/plain-text.ts';
import { openCheckpoint } from '../transparency/log-copy.ts';
import type { NoteVerifier } from '../transparency/signed-note.ts';
import type { Tree } from '../transparency/merkle-tree.ts';
import { MirrorFault } from './mirror-fault.ts';
import { readOwnText } from './own-folder.ts';

/** A checkpoint that the log signed, as a note. */
export interface Head extends Tree {
  readonly note: string;
}

const names = {
  /** The largest checkpoint that was cosigned. */
  cosigned: 'witness.checkpoint',
  /** A checkpoint that was refused, and about which the entries that are known say nothing yet. */
  doubted: 'witness.refused',
  /** Two checkpoints that contradict each other. */
  fork: ['witness.head-1', 'witness.head-2'],
} as const;

/** What a witness remembers, in the folder of the mirror. All of it survives a power cut once it is written. */
export class WitnessFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where the two checkpoints are, for messages. */
  get forkPaths(): string {
    return names.fork.map((name) => printable(this.#path(name))).join(' and ');
  }

  get doubtedPath(): string {
    return printable(this.#path(names.doubted));
  }

  /** The largest checkpoint that was cosigned. @throws {MirrorFault} when it is damaged, or signed with another key of the log */
  async cosigned(log: NoteVerifier): Promise<Head | undefined> {
    const note = await readOwnText(this.#path(names.cosigned));
    if (note === undefined) return undefined;

    try {
      return { ...openCheckpoint(note, log), note };
    } catch (error) {
      throw new MirrorFault(
        'folder',
        `${printable(this.#path(names.cosigned))} is no checkpoint of ${printable(log.name, 100)} by its present key; put it back as it was, or begin a new mirror with a new key: without it, this witness could cosign two histories`,
        { cause: error },
      );
    }
  }

  async isForked(): Promise<boolean> {
    return (await readOwnText(this.#path(names.fork[1]))) !== undefined;
  }

  async keepCosigned(note: string): Promise<void> {
    await this.#write(names.cosigned, note);
  }

  /** Never replaces the first two. */
  async keepFork(one: string, other: string): Promise<void> {
    if (await this.isForked()) return;
    await this.#write(names.fork[0], one);
    await this.#write(names.fork[1], other);
  }

  /** `undefined`: there is none any more. */
  async keepDoubted(note: string | undefined): Promise<void> {
    if (note === undefined) await rm(this.#path(names.doubted), { force: true });
    else await this.#write(names.doubted, note);
  }

  async #write(name: string, note: string): Promise<void> {
    await writeDurably(this.#path(name), note);
    await syncFolder(this.#folder);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}
