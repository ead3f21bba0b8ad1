import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../adapters/durable-file.ts';
import { printable } from '../domain/plain-text.ts';
import { readOwnText } from './own-folder.ts';

/** The checkpoints that a witness keeps, each as a signed note in a file of the mirror's folder. */
export const witnessFiles = {
  /** The largest one that was cosigned. */
  cosigned: 'witness.checkpoint',
  /** One that was refused, and about which the entries that are known say nothing yet. */
  doubted: 'witness.refused',
  /** Two that contradict each other. */
  fork: ['witness.head-1', 'witness.head-2'],
} as const;

/** Files in a folder. All of it survives a power cut once it is written. */
export class WitnessFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined where there is none. @throws {MirrorFault} for a link */
  async read(name: string): Promise<string | undefined> {
    return readOwnText(join(this.#folder, name));
  }

  async write(name: string, note: string): Promise<void> {
    await writeDurably(join(this.#folder, name), note);
    await syncFolder(this.#folder);
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  /** Where a file is, for messages. */
  pathOf(name: string): string {
    return printable(join(this.#folder, name));
  }
}
