import type { Problem } from '../views/problem.ts';

/** Why a client may hold no more: it has its share, or nothing is left for anybody. */
export type Shortage = 'share' | 'all';

export interface ShareSettings {
  /** False where clients are not distinguished: each may then hold everything. */
  readonly isByClient: boolean;
}

/**
 * Divides what clients hold for long, such as connections, so that no client leaves nothing for others: each may hold as much as half of what
 * the others leave, and half of the rest stays for those who come later.
 */
export class Shares {
  readonly #limit: number;
  readonly #isByClient: boolean;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(limit: number, { isByClient }: ShareSettings = { isByClient: true }) {
    this.#limit = limit;
    this.#isByClient = isByClient;
  }

  /** Why a client may hold no more now; undefined when it may. */
  shortage(client: string): Shortage | undefined {
    if (this.#all >= this.#limit) return 'all';
    if (!this.#isByClient) return undefined;

    const own = this.#held.get(client) ?? 0;
    const others = this.#all - own;
    return own < Math.ceil((this.#limit - others) / 2) ? undefined : 'share';
  }

  /** Counts one more for a client, until the returned function is called. */
  hold(client: string): () => void {
    this.#add(client, 1);
    let isHeld = true;

    return () => {
      if (isHeld) this.#add(client, -1);
      isHeld = false;
    };
  }

  #add(client: string, more: 1 | -1): void {
    const count = (this.#held.get(client) ?? 0) + more;
    if (count === 0) this.#held.delete(client);
    else this.#held.set(client, count);
    this.#all += more;
  }
}

/** The refusal for a client that holds its whole share. `what`: the plural, such as "streams". */
export function shortageProblem(shortage: Shortage, what: string, retryAfterSeconds: number): Problem {
  return shortage === 'share'
    ? {
        code: 'too_many_requests',
        detail: `You have as many ${what} open as one client may; end one, or wait.`,
        retryAfterSeconds,
      }
    : { code: 'unavailable', detail: `Too many ${what} are open; wait.`, retryAfterSeconds };
}
