/** The code that Node gives an error, like `ENOENT` or `ECONNREFUSED`. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;

  return typeof error.code === 'string' ? error.code : undefined;
}

/** The code of a connection that failed: `fetch` wraps the error that has it. */
export function connectionCode(error: unknown): string | undefined {
  return errorCode(error instanceof Error ? error.cause : undefined) ?? errorCode(error);
}

/** Whether this process, or the whole system, has too many files open. That passes, and says nothing about the file in question. */
export function isOutOfDescriptors(error: unknown): boolean {
  const code = errorCode(error);

  return code === 'EMFILE' || code === 'ENFILE';
}

/** The message of an error; anything can be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
