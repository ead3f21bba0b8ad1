import { randomBytes } from 'node:crypto';

/**
 * Makes what adds a trailer to the messages of one server. Two servers that are asked the same in one moment would make the very same commit
 * without it, and both take the head of the branch for their own.
 */
export function serverTrailer(): (message: string) => string {
  const id = randomBytes(4).toString('hex');

  return (message) => `${message.trimEnd()}\n\nTollbook-Server: ${id}`;
}
