import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runProcess } from '../test/support/run-process.ts';

/** Times in milliseconds. */
const Load = z.object({
  /** Answers a second. */
  rate: z.number(),
  p50: z.number(),
  p99: z.number(),
  asked: z.int(),
  failed: z.int(),
});
export type Load = z.infer<typeof Load>;

/** Asks a server for the paths in a file, one a line, in turn and again from the first, with wrk. @throws when an answer was not 2xx or 3xx */
export async function load(url: string, paths: string, connections: number, seconds: number): Promise<Load> {
  const script = fileURLToPath(new URL('load.lua', import.meta.url));
  const args = [
    '-t1',
    `-c${String(connections)}`,
    `-d${String(seconds)}s`,
    '--timeout=10s',
    '-s',
    script,
    url,
  ];
  const { code, stdout, stderr } = await runProcess('wrk', args, { env: { ...process.env, PATHS: paths } });
  if (code !== 0) throw new Error(`wrk ended with ${String(code)}: ${stderr}`);

  const figures = Load.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  if (figures.failed > 0) {
    throw new Error(`${String(figures.failed)} of ${String(figures.asked)} requests failed`);
  }
  return figures;
}
