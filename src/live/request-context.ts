import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** Runs work that a request causes, so that each line it logs carries the request's id; undefined for work that serves no single request. */
export function forRequest<Result>(id: string | undefined, work: () => Result): Result {
  return current.run(id, work);
}

/** The id of the request that causes the present work; undefined where there is none. */
export function currentRequest(): string | undefined {
  return current.getStore();
}
