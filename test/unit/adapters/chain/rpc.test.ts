import { describe, expect, it, onTestFinished } from 'vitest';
import { Rpc, type RpcOptions } from '../../../../src/adapters/chain/rpc.ts';
import { type Faults, RpcProvider } from '../../../support/chain/rpc-provider.ts';

const patience = { tries: 2, pauseMs: 1 };

/** The answer of a provider over HTTP that has these faults. */
async function answered(fault: ReturnType<Faults>, options: Partial<RpcOptions> = {}): Promise<unknown> {
  const provider = await RpcProvider.start({ handle: (method) => `${method}: Grüße` });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  provider.faults = () => fault;

  return new Rpc({ url: provider.url, patience, ...options }).call('hello', [], (result) => result);
}

describe('a call over HTTP', () => {
  it('gives the result', async () => {
    expect(await answered(undefined)).toBe('hello: Grüße');
  });

  it.each<[string, NonNullable<ReturnType<Faults>>, Partial<RpcOptions>, string]>([
    ['breaks off', { reset: true }, {}, 'cannot be reached'],
    ['redirects', { status: 307, headers: { location: '/elsewhere' } }, {}, 'HTTP 307'],
    [
      'never answers',
      { silent: true },
      { patience: { ...patience, tryMs: 50 } },
      'does not answer within 0.05 s',
    ],
    ['sends half an answer', { text: (text) => text.slice(0, -9) }, {}, 'something other than JSON-RPC'],
    ['sends too much', { text: (text) => text }, { maxAnswerBytes: 9 }, 'with more than 9 bytes'],
  ])('fails when the provider %s', async (_what, fault, options, said) => {
    await expect(answered(fault, options)).rejects.toThrow(said);
  });
});

it('reads up to 64 MiB of an answer', async () => {
  const megabyte = new Uint8Array(2 ** 20);
  let sent = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(megabyte);
    },
  });
  const rpc = new Rpc({ url: 'http://127.0.0.1:1/', fetch: () => Promise.resolve(new Response(endless)) });

  await expect(rpc.call('hello', [], (result) => result)).rejects.toThrow('more than 67108864 bytes');
  expect(sent).toBeLessThan(70);
});
