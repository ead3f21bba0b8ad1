import type { ServerResponse } from 'node:http';

/**
 * Where Node keeps the head of a response once it is rendered. It is not documented, but `headersSent` reads it. Sending a head from here
 * spares Node from checking and joining the same headers for each response.
 */
interface Rendered {
  _header: string | null;
}

/** A rendered head, cut where a value differs from response to response: texts, and at odd indexes the lower-case names of those values. */
export type HeadParts = readonly string[];

/** The values that differ from response to response. */
const varying = /(?<=\r\n(X-Request-Id|RateLimit|Date): )[^\r]*/i;

/** The head of a response that was sent; undefined before that. */
export function sentHead(response: ServerResponse): string | undefined {
  return (response as unknown as Rendered)._header ?? undefined;
}

export function cutHead(head: string): HeadParts {
  return head.split(varying).map((part, index) => (index % 2 === 1 ? part.toLowerCase() : part));
}

/** The head that was cut, with values of now. */
export function joinHead(parts: HeadParts, requestId: string, rateLimit: string): string {
  let head = parts[0] ?? '';
  for (let i = 1; i < parts.length; i += 2) {
    const name = parts[i];
    head += name === 'date' ? httpDate() : name === 'ratelimit' ? rateLimit : requestId;
    head += parts[i + 1] ?? '';
  }
  return head;
}

/** Sends a response with a rendered head, as Node would have sent it. */
export function sendRendered(
  response: ServerResponse,
  status: number,
  head: string,
  body: Uint8Array | undefined,
): void {
  response.statusCode = status;
  (response as unknown as Rendered)._header = head;
  response.end(body);
}

let second = 0;
let date = '';

/** The value of `Date`, rendered once a second. */
function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) date = new Date(now * 1000).toUTCString();
  second = now;
  return date;
}
