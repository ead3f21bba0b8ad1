/** Checks that may run or wait for their host at the same time, and those of them at one host, of which one runs at a time. */
const maxRunning = 2_000;
const maxOfHost = 10;

/**
 * Services that wait for their check, each once, and those that are being checked. Hosts take turns, and none has more than its share of what
 * runs: a slow one with thousands of services holds up no other.
 */
export class CheckQueue {
  /** The services that wait, by host; the host whose turn it is comes first. */
  readonly #hosts = new Map<string, Set<string>>();
  /** The hosts of the services that are being checked, and how many each has. */
  readonly #running = new Map<string, string>();
  readonly #runningAt = new Map<string, number>();

  get waiting(): number {
    return [...this.#hosts.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get running(): number {
    return this.#running.size;
  }

  /** A service that is being checked waits until that has ended. */
  add(id: string, host: string): void {
    const ids = this.#hosts.get(host) ?? new Set();
    this.#hosts.set(host, ids.add(id));
  }

  /** The service to check next, which is being checked until `end`; undefined where none may begin now. */
  next(): string | undefined {
    if (this.#running.size >= maxRunning) return undefined;

    for (const [host, ids] of this.#hosts) {
      const atHost = this.#runningAt.get(host) ?? 0;
      const id = atHost < maxOfHost ? this.#idle(ids) : undefined;
      if (id === undefined) continue;

      ids.delete(id);
      this.#hosts.delete(host);
      if (ids.size > 0) this.#hosts.set(host, ids);
      this.#running.set(id, host);
      this.#runningAt.set(host, atHost + 1);
      return id;
    }
    return undefined;
  }

  /** The first that is not being checked. */
  #idle(ids: Iterable<string>): string | undefined {
    for (const id of ids) if (!this.#running.has(id)) return id;
    return undefined;
  }

  end(id: string): void {
    const host = this.#running.get(id) ?? '';
    const left = (this.#runningAt.get(host) ?? 1) - 1;

    this.#running.delete(id);
    if (left > 0) this.#runningAt.set(host, left);
    else this.#runningAt.delete(host);
  }

  /** Forgets those that wait. */
  clear(): void {
    this.#hosts.clear();
  }
}
