/** How many large bodies may be sent at once. */
export interface DownloadLimit {
  readonly perClient: number;
  readonly all: number;
}

/** A compressor takes two megabytes, and a client may take minutes. */
export const downloadLimit: DownloadLimit = { perClient: 8, all: 32 };

/** Counts the large bodies that are made while they are sent, so that clients that read slowly cannot hold memory without limit. */
export class Downloads {
  readonly #limit: DownloadLimit;
  readonly #byClient = new Map<string, number>();
  #all = 0;

  constructor(limit: DownloadLimit) {
    this.#limit = limit;
  }

  /** Whether a client would have to wait for a download to end. */
  isFull(client: string): boolean {
    return this.#all >= this.#limit.all || (this.#byClient.get(client) ?? 0) >= this.#limit.perClient;
  }

  /** Passes chunks on, and counts as a download from the first that is asked for until the last, or until the reader stops. */
  async *count(client: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#add(client, 1);
    try {
      yield* chunks;
    } finally {
      this.#add(client, -1);
    }
  }

  #add(client: string, more: 1 | -1): void {
    const count = (this.#byClient.get(client) ?? 0) + more;
    if (count === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, count);
    this.#all += more;
  }
}
