import { Command, InvalidArgumentError } from 'commander';
import { messageOf } from '../src/domain/error-code.ts';
import { printableLines } from '../src/domain/plain-text.ts';
import { Lifecycle } from '../src/app/lifecycle.ts';
import { freePort, usualPort } from './demo/free-port.ts';
import { type Demo, openDemo } from './demo/open-demo.ts';
import { runCommand } from './run-command.ts';

const command = new Command('demo')
  .description(
    'Opens a market of invented sellers and buyers on this machine, and a catalog that watches it. Everything is temporary: Ctrl-C removes it.',
  )
  .option(
    '--port <port>',
    'where to serve the catalog; by default 4321, or another one where that is taken',
    port,
  )
  .action(async ({ port: asked }: { port?: number }) => {
    const free = await freePort(asked);
    if (asked === undefined && free !== usualPort) {
      console.log(`Port ${usualPort} is taken; the catalog will be on port ${free}.`);
    }
    await demo(free);
  });

async function demo(port: number): Promise<void> {
  const life = new Lifecycle({ info: () => undefined, error: complain, fatal: complain });
  life.watch();
  life.onStop(() => {
    console.log('The market is closed, and everything of it is removed.');
  });

  try {
    print(await openDemo(life, port, console.log));
  } catch (error) {
    // Does nothing while the process is stopping: the failure is a consequence of that.
    life.fail(error);
  }
}

function print({ url, listed, visitor }: Demo): void {
  console.log(`\nReady: ${url}/ shows the market. Buyers go on buying; Ctrl-C ends everything. Look at:\n`);

  for (const { stall, id } of listed) {
    const [label, text] = stall.sight;
    console.log(`  ${`${label}:`.padEnd(16)}${url}/services/${id}/  ${stall.name}: ${text}`);
  }
  console.log(`\nWhat was paid to each: ${url}/api/services/<id>/payments`);

  const { privateKey, rpcUrl, program } = visitor;
  console.log(`\nBuy something: this wallet holds 1,000 USDC of the market's own chain (RPC ${rpcUrl}):\n`);
  console.log(`  PRIVATE_KEY=${privateKey} node ${program} ${url} ${listed[0]?.id ?? ''}`);
}

function complain({ error }: { readonly error?: unknown }, message: string): void {
  console.error(printableLines(`demo: ${error === undefined ? message : messageOf(error)}`));
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65_535) return Number(text);

  throw new InvalidArgumentError('write a port from 1 to 65535.');
}

export function demoCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await demoCommand();
