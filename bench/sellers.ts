import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { addressOf } from './seller-addresses.ts';

const Saw = z.object({
  requests: z.number(),
  maxAtOnce: z.number(),
  maxAtOneAddress: z.number(),
  /** Of processor time. */
  seconds: z.number(),
});

/** Sellers in a process of their own. */
export interface Sellers {
  readonly port: string;
  readonly stop: () => Promise<z.infer<typeof Saw>>;
}

export async function startSellers(answerAfterMs: number): Promise<Sellers> {
  const script = new URL('probe-sellers.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, String(answerAfterMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'));

  return {
    port: port.toString().trim(),
    stop: async () => {
      child.stdin.end();
      return Saw.parse(JSON.parse(await text(child.stdout)));
    },
  };
}

/** The endpoint of the i-th seller, each at its own address. */
export function endpointOf(i: number, port: string): string {
  return `http://${addressOf(i)}:${port}/v1/weather`;
}
