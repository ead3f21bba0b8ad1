import { randomBytes } from 'node:crypto';
import { CannotAsk } from '../domain/cannot-ask.ts';
import type { Prober } from './ports.ts';

/** Asks a path below an endpoint that nobody can have meant: whether it is answered with 402 too; undefined when it was not answered. */
export async function isWildcard(
  endpoint: string,
  prober: Prober,
  who: 'person' | 'pass',
): Promise<boolean | undefined> {
  const url = new URL(endpoint);
  url.pathname += `/${randomBytes(12).toString('hex')}`;
  url.search = '';
  const result = await prober.probe({ endpoint: url.href, method: 'GET' }, who).catch(unlessUnasked);
  if (!result || 'deferredUntil' in result || 'failure' in result.outcome) return undefined;

  return result.outcome.status === 402;
}

function unlessUnasked(error: unknown): undefined {
  if (!(error instanceof CannotAsk)) throw error;
}
