import { expect, it, vi } from 'vitest';
import { readAtMost } from '../../../src/client/read-at-most.ts';

it('reads a body up to its limit', async () => {
  expect(await (await readAtMost(new Response('four'), 4))?.text()).toBe('four');
  expect(await readAtMost(new Response('fives'), 4)).toBeUndefined();
  expect((await readAtMost(new Response(null), 4))?.size).toBe(0);
});

it('reads no further than that', async () => {
  const cancel = vi.fn();
  const pull = (controller: ReadableStreamDefaultController): void =>
    controller.enqueue(new Uint8Array(1000));

  expect(await readAtMost(new Response(new ReadableStream({ pull, cancel })), 5000)).toBeUndefined();
  expect(cancel).toHaveBeenCalledOnce();
});
