import type { IncomingMessage, ServerResponse } from 'node:http';

/** Methods with labels of their own. Clients may send others, so those share one label. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node's status for a client that left before its answer is the default, 200. This is what nginx logs instead. */
const clientGone = 499;

/** The labels of a request. Each has few values, whatever clients send: `route` is the pattern of a path, never the path. */
export interface RequestLabels extends Readonly<Record<string, string>> {
  readonly method: string;
  readonly route: string;
  readonly status: string;
}

/** A request that is being answered. */
interface Running {
  readonly times: RequestTimes;
  /** As `performance.now()`. */
  readonly began: number;
  route: string;
}

const running = new WeakMap<ServerResponse, Running>();

/** Counts requests, and how long their answers take from the arrival of the head until the last byte is sent. */
export class RequestTimes {
  /** Takes the seconds of one answer. */
  readonly observe: (labels: RequestLabels, seconds: number) => void;

  constructor(observe: RequestTimes['observe']) {
    this.observe = observe;
  }

  /** Counts a request when its answer ends. */
  watch(response: ServerResponse): void {
    running.set(response, { times: this, began: performance.now(), route: 'unknown' });
    response.on('close', end);
  }
}

/** The labels of an answered request. */
export function labelsOf(response: ServerResponse): RequestLabels {
  const status = response.headersSent ? response.statusCode : clientGone;

  return {
    method: methodOf(response.req),
    route: running.get(response)?.route ?? 'unknown',
    status: String(status),
  };
}

/** Says what a request that is counted leads to: a pattern, or what kind of page. */
export function noteRoute(response: ServerResponse | undefined, route: string): void {
  const known = response && running.get(response);
  if (known) known.route = route;
}

/** One function for all responses: making one for each takes a noticeable share of the time of a response. */
function end(this: ServerResponse): void {
  const known = running.get(this);

  known?.times.observe(labelsOf(this), (performance.now() - known.began) / 1000);
}

function methodOf({ method = '' }: IncomingMessage): string {
  return methods.has(method) ? method : 'other';
}
