import { CannotAsk } from '../../domain/cannot-ask.ts';

/** Who waits for a turn: somebody in person, or a pass over the whole catalog. */
export type Waiting = 'person' | 'pass';

/** What a person may have to bear before a turn; a pass waits as long as it takes. */
export interface Patience {
  /** Persons who may wait for one host. */
  readonly most: number;
  readonly ms: number;
}

const usualPatience: Patience = { most: 4, ms: 10_000 };

/** Who has a host's turn, and who waits for it. */
interface Line {
  turn: Waiting;
  readonly waiting: Readonly<Record<Waiting, Set<() => void>>>;
}

/**
 * Lets one piece of work at a time touch a host; hosts do not wait for each other. Persons and a pass take turns where both wait,
 * so neither can keep a slow host from the other.
 */
export class HostTurns {
  readonly #lines = new Map<string, Line>();
  readonly #patience: Patience;

  constructor(patience: Patience = usualPatience) {
    this.#patience = patience;
  }

  /** @throws {CannotAsk} when a person would have to wait too long */
  async run<Result>(host: string, who: Waiting, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(host, who);

    try {
      return await work();
    } finally {
      this.#handOver(host);
    }
  }

  #turn(host: string, who: Waiting): Promise<void> | undefined {
    const line = this.#lines.get(host);
    if (line) return who === 'person' ? this.#patientTurn(host, line) : turnOf(line.waiting.pass);

    this.#lines.set(host, { turn: who, waiting: { person: new Set(), pass: new Set() } });
    return undefined;
  }

  async #patientTurn(host: string, { waiting: { person } }: Line): Promise<void> {
    const { most, ms } = this.#patience;
    if (person.size >= most) throw new CannotAsk(host, 'too many others ask it at the moment');

    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => resolve(undefined);
    const timer = setTimeout(() => {
      person.delete(begin);
      reject(new CannotAsk(host, `it has been busy with others for ${String(ms / 1000)} s`));
    }, ms);
    person.add(begin);
    await promise.finally(() => clearTimeout(timer));
  }

  #handOver(host: string): void {
    const line = this.#lines.get(host);
    if (!line) return;

    const { waiting, turn } = line;
    const others = turn === 'person' ? 'pass' : 'person';
    const next = waiting[others].size > 0 ? others : turn;
    const [begin] = waiting[next];
    if (!begin) {
      this.#lines.delete(host);
      return;
    }
    waiting[next].delete(begin);
    line.turn = next;
    begin();
  }
}

function turnOf(waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve) => waiting.add(resolve));
}
