import { get } from 'node:http';
import { z } from 'zod';
import { endpointOf } from './sellers.ts';

/**
 * Asks sellers as a check does, and does nothing with the answers: `bare-checks.ts <port of the sellers> <sellers> <checks a second>`. Each check is
 * a request for `robots.txt` and one to the endpoint, on connections of their own. Ends when standard input closes, and prints how many it made.
 */
const [port, sellers, perSecond] = z
  .tuple([z.string(), z.coerce.number(), z.coerce.number()])
  .parse(process.argv.slice(2));

const everyMs = 10;
const started = performance.now();
let made = 0;

setInterval(() => {
  const due = ((performance.now() - started) / 1000) * perSecond;
  for (; made < due; made += 1) void check(endpointOf(made % sellers, port));
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
  console.log(made);
  process.exit();
});
process.stdin.resume();
