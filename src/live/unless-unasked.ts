import { CannotAsk } from '../domain/probe.ts';

/** Takes a request that could not be sent for one without an answer. */
export function unlessUnasked(error: unknown): undefined {
  if (!(error instanceof CannotAsk)) throw error;
}
