import { CannotAsk } from '../domain/probe.ts';

/** Treats a request that could not be sent as unanswered. Use it with `catch`: it rethrows every other error. */
export function ignoreCannotAsk(error: unknown): undefined {
  if (!(error instanceof CannotAsk)) throw error;
}
