interface Watcher {
  /** Called when making a chunk fails. The connection is then cut, so that nobody takes the part for the whole. */
  readonly failed: (error: unknown) => void;
  /** Called once nobody will ask for more. */
  readonly ended?: () => void;
}

/** A body whose chunks are made when they are asked for. Hono's `stream` ends a body that failed as if it were whole. */
export function streamBody(
  chunks: AsyncIterable<Uint8Array>,
  { failed, ended = () => undefined }: Watcher,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let isCancelled = false;

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next: IteratorResult<Uint8Array, unknown> = await iterator.next();
          // The client may have gone while the chunk was made.
          if (isCancelled) return;
          if (next.done !== true) {
            controller.enqueue(next.value);
            return;
          }
          controller.close();
        } catch (error) {
          if (isCancelled) return;
          failed(error);
          controller.error(error);
        }
        ended();
      },
      async cancel() {
        isCancelled = true;
        await iterator.return?.();
        ended();
      },
    },
    { highWaterMark: 0 },
  );
}
