import { get } from 'node:http';
import { z } from 'zod';
import { endpointOf } from './sellers.ts';

/**
 * Asks sellers as a check does, and does nothing with the answers: `bare-checks.ts <port of the sellers> <sellers> <checks a second>`. Each check is
 * a request for `robots.txt` and one to the endpoint, on connections of their own. Ends when standard input closes, with code 1 when more than a hundredth of them failed.
 */
const [port, sellers, perSecond] = z
  .tuple([z.string(), z.coerce.number(), z.coerce.number()])
  .parse(process.argv.slice(2));

const everyMs = 10;
const started = performance.now();
let made = 0;
let failed = 0;

setInterval(() => {
  const due = ((performance.now() - started) / 1000) * perSecond;
  for (; made < due; made += 1) check(endpointOf(made % sellers, port)).catch(() => (failed += 1));
}, everyMs);

async function check(endpoint: string): Promise<void> {
  await ask(new URL('/robots.txt', endpoint));
  await ask(new URL(endpoint));
}

function ask(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.on('end', resolve).resume();
    }).on('error', reject);
  });
}

process.stdin.on('end', () => {
  if (failed > made / 100) console.error(`${String(failed)} of ${String(made)} checks failed`);
  process.exit(failed > made / 100 ? 1 : 0);
});
process.stdin.resume();
