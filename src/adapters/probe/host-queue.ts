import { CannotAsk, type Requester } from '../../domain/probe.ts';

/** How many people may queue for one host, and how long each waits at most. A pass waits as long as it takes. */
export interface QueueLimits {
  readonly maxPeople: number;
  readonly timeoutMs: number;
}

const defaultLimits: QueueLimits = { maxPeople: 4, timeoutMs: 10_000 };

interface Queue {
  running: Requester;
  readonly waiting: Readonly<Record<Requester, Set<() => void>>>;
}

/**
 * Runs one task at a time per host; hosts do not wait for each other. When both people and a pass are waiting for a host, they
 * alternate, so neither can starve the other.
 */
export class HostQueue {
  readonly #queues = new Map<string, Queue>();
  readonly #limits: QueueLimits;

  constructor(limits: QueueLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** @throws {CannotAsk} when a person would have to wait too long */
  async run<Result>(host: string, requester: Requester, task: () => Promise<Result>): Promise<Result> {
    await this.#acquire(host, requester);

    try {
      return await task();
    } finally {
      this.#release(host);
    }
  }

  #acquire(host: string, requester: Requester): Promise<void> | undefined {
    const queue = this.#queues.get(host);
    if (queue) return requester === 'person' ? this.#waitAsPerson(host, queue) : waitAsPass(queue);

    this.#queues.set(host, { running: requester, waiting: { person: new Set(), pass: new Set() } });
    return undefined;
  }

  async #waitAsPerson(host: string, { waiting: { person } }: Queue): Promise<void> {
    const { maxPeople, timeoutMs } = this.#limits;
    if (person.size >= maxPeople) throw new CannotAsk(host, 'too many others ask it at the moment');

    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => resolve(undefined);
    const timer = setTimeout(() => {
      person.delete(begin);
      reject(new CannotAsk(host, `it has been busy with others for ${String(timeoutMs / 1000)} s`));
    }, timeoutMs);
    person.add(begin);
    await promise.finally(() => clearTimeout(timer));
  }

  #release(host: string): void {
    const queue = this.#queues.get(host);
    if (!queue) return;

    const { waiting, running } = queue;
    const other = running === 'person' ? 'pass' : 'person';
    const next = waiting[other].size > 0 ? other : running;
    const [begin] = waiting[next];
    if (!begin) {
      this.#queues.delete(host);
      return;
    }
    waiting[next].delete(begin);
    queue.running = next;
    begin();
  }
}

function waitAsPass({ waiting }: Queue): Promise<void> {
  return new Promise((resolve) => waiting.pass.add(resolve));
}
