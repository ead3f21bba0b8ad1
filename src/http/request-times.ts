import type { IncomingMessage, ServerResponse } from 'node:http';

/** Upper bounds of the buckets, in seconds. Answers that were made before take microseconds; a held `GET /api/changes` takes up to a minute. */
export const requestBounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/** Methods that are told apart. Clients may send others, so those share one label. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node's status for a client that left before its answer is the default, 200. This is what nginx logs instead. */
const clientGone = 499;

/** What a request is counted by. Each has few values, whatever clients send: `route` is the pattern of a path, never the path. */
interface Labels extends Readonly<Record<string, string>> {
  readonly method: string;
  readonly route: string;
  readonly status: string;
}

/** The times of requests with the same labels. */
export class RequestTally {
  readonly labels: Labels;
  /** Requests by bucket, and at the end those above all bounds. */
  readonly counts = new Array<number>(requestBounds.length + 1).fill(0);
  /** In seconds. */
  sum = 0;

  constructor(labels: Labels) {
    this.labels = labels;
  }

  /** Runs for every request, so it searches from the bottom, where most of them are. */
  add(seconds: number): void {
    let bucket = 0;
    while (seconds > (requestBounds[bucket] ?? Infinity)) bucket += 1;

    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += seconds;
  }
}

/** A request that is being answered. */
interface Running {
  readonly tallies: RequestTimes;
  /** As `performance.now()`. */
  readonly began: number;
  route: string;
}

const running = new WeakMap<ServerResponse, Running>();

/** Counts requests, and how long their answers take from the arrival of the head until the last byte is sent. */
export class RequestTimes {
  readonly #tallies = new Map<string, RequestTally>();

  /** Counts a request when its answer ends. */
  watch(response: ServerResponse): void {
    running.set(response, { tallies: this, began: performance.now(), route: 'unknown' });
    response.on('close', end);
  }

  /** Where the requests like an answered one are counted. */
  tallyOf(response: ServerResponse): RequestTally {
    const status = response.headersSent ? response.statusCode : clientGone;

    return this.#tally(methodOf(response.req), running.get(response)?.route ?? 'unknown', String(status));
  }

  read(): Iterable<RequestTally> {
    return this.#tallies.values();
  }

  #tally(method: string, route: string, status: string): RequestTally {
    const key = `${method} ${status} ${route}`;
    const tally = this.#tallies.get(key) ?? new RequestTally({ method, route, status });

    this.#tallies.set(key, tally);
    return tally;
  }
}

/** Says what a request that is counted leads to: a pattern, or what kind of page. */
export function noteRoute(response: ServerResponse | undefined, route: string): void {
  const known = response && running.get(response);
  if (known) known.route = route;
}

/** One function for all responses: making one for each takes a noticeable share of the time of a response. */
function end(this: ServerResponse): void {
  const known = running.get(this);

  known?.tallies.tallyOf(this).add((performance.now() - known.began) / 1000);
}

function methodOf({ method = '' }: IncomingMessage): string {
  return methods.has(method) ? method : 'other';
}
