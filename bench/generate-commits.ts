import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workplace } from '../test/support/running-server.ts';
import { randomFrom } from './generate.ts';

/** Written to git at once, in characters. */
const portion = 1_000_000;

/**
 * Adds commits to a catalog, each with a new price of one service: of the first every `every` commits, else of a random other one. Gives the
 * id of the first.
 */
export async function generateCommits(workplace: Workplace, count: number, every: number): Promise<string> {
  const listed = await workplace.git('ls-tree', '-r', '--name-only', 'HEAD', 'services/');
  const paths = listed.trim().split('\n');
  const texts = await Promise.all(paths.map((path) => readFile(join(workplace.catalog, path), 'utf8')));
  const random = randomFrom(5);
  const git = spawn('git', ['fast-import', '--quiet', '--done'], {
    cwd: workplace.catalog,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(git, 'exit');

  let text = '';
  let parent = 'from refs/heads/main^0\n';
  const start = Math.floor(Date.now() / 1000) - count;
  for (let i = 0; i < count; i += 1) {
    const service = i % every === 0 ? 0 : 1 + Math.floor(random() * (paths.length - 1));
    const changed = withPrice(texts[service] ?? '', i);
    text += `commit refs/heads/main\ncommitter Bench <bench@localhost> ${String(start + i)} +0000\n`;
    text += `${data('Change a price')}${parent}M 100644 inline ${paths[service] ?? ''}\n${data(changed)}`;
    parent = '';
    if (text.length < portion) continue;
    if (!git.stdin.write(text)) await once(git.stdin, 'drain');
    text = '';
  }
  git.stdin.end(`${text}done\n`);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${String(code)}`);

  await workplace.git('reset', '--quiet', '--hard');
  return /([^/]+)\.json$/.exec(paths[0] ?? '')?.[1] ?? '';
}

function withPrice(text: string, price: number): string {
  return text.replace(/"pricePerRequest": "[^"]*"/, `"pricePerRequest": "0.${String(price + 1)}"`);
}

function data(text: string): string {
  return `data ${String(Buffer.byteLength(text))}\n${text}\n`;
}
