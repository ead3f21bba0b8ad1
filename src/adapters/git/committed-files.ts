import type { FileReading } from '../../domain/catalog-file.ts';
import type { GitHistory } from './history.ts';

/** The files of one folder of the catalog as HEAD has them, whatever lies in the work tree. They are read at the first request. */
export class CommittedFiles {
  readonly #history: Pick<GitHistory, 'folder' | 'texts'>;
  readonly #folder: string;
  #texts: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(history: Pick<GitHistory, 'folder' | 'texts'>, folder: string) {
    this.#history = history;
    this.#folder = folder;
  }

  /** Undefined for a file that there is not, or that no catalog reads. */
  async read(path: string): Promise<FileReading | undefined> {
    this.#texts ??= this.#readAll();
    const text = (await this.#texts).get(path);

    return text === undefined ? undefined : { text };
  }

  async #readAll(): Promise<ReadonlyMap<string, string>> {
    const blobs = await this.#history.folder(this.#folder);
    const texts = await this.#history.texts([...blobs.values()]);

    return new Map(
      [...blobs].flatMap(([path, blob]) => {
        const text = texts.get(blob);
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
  }
}
