import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { errorCode, messageOf } from '../../src/domain/error-code.ts';
import { printable, printableLines } from '../../src/domain/plain-text.ts';
import {
  mirrorDescription,
  type MirrorSettings,
  runMirror,
  withMirrorOptions,
} from '../mirror/mirror-command.ts';
import { parseCommand } from '../parse-command.ts';
import { type ApiOptions, urlOf, withApiOptions, withUrl } from './api-command.ts';
import { exitCodeLines } from './exit-code.ts';
import { exitCodeOf, failureLines } from './failure.ts';
import { relayMcp } from './mcp.ts';
import { register, type RegisterOptions } from './register.ts';
import { search, type SearchOptions } from './search.ts';
import { show } from './show.ts';
import { verify } from './verify.ts';
import { type OfflineOptions, verifyOffline } from './verify-offline.ts';

/** Ends when the output does: quietly where its reader has seen enough, else with the reason, since what was asked for is lost. */
function endWithOutput(): void {
  process.stdout.on('error', (error) => {
    if (errorCode(error) === 'EPIPE') process.exit();
    process.stderr.write(`tollbook: the output cannot be written: ${printable(messageOf(error))}\n`);
    process.exit(1);
  });
}

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

const program = new Command('tollbook')
  .description(
    'Asks a Tollbook catalog of APIs that charge per request, mirrors it, and lists services in it.',
  )
  .version(version, '--version', 'print the version')
  .addHelpText('after', () => ['', 'Exit codes:', ...exitCodeLines()].join('\n'))
  .hook('preAction', (_, command) => {
    // Whoever reads the output, such as `head`, may have seen enough. A mirror looks after that itself.
    if (command.name() !== 'mirror') endWithOutput();
  });

withApiOptions(program.command('search'))
  .description('find services by a sentence, best first')
  .argument('<sentence...>', 'what they should do, cost and run on')
  .option('--limit <number>', 'how many to print, 1 to 100', numberFrom(1, 100), 10)
  .option('--offset <number>', 'how many to skip', numberFrom(0, 1_000_000), 0)
  .addHelpText(
    'after',
    examples('search weather forecast under 0.01 on base', 'search "OCR for invoices" --json'),
  )
  .action((words: string[], options: SearchOptions) => search(words, options));

withApiOptions(program.command('show'))
  .description('print what is declared of a service, and how it does')
  .argument('<id>', 'id of the service')
  .addHelpText('after', examples('show rain-radar-qgwe8aaf'))
  .action((id: string, options: ApiOptions) => show(id, options));

withApiOptions(program.command('verify'))
  .description('say whether the live 402 of a service asks for what is declared; or try any endpoint now')
  .argument('<id-or-url>', 'id of a service, or URL of an endpoint; with --offline, a file')
  .option(
    '--offline',
    'check a proof file (GET /api/services/<id>/proof) without a network; - for standard input',
  )
  .addOption(offline('--vkey <key>', 'with --offline: the key of the log, from where you trust it'))
  .addOption(offline('--witnesses <file>', 'with --offline: the keys of witnesses, one in each line'))
  .addOption(
    offline('--require <number>', 'with --offline: how many of them must have cosigned; 1').argParser(
      numberFrom(1, 15),
    ),
  )
  .addHelpText(
    'after',
    examples(
      'verify rain-radar-qgwe8aaf && echo pay it',
      'verify https://api.example.com/rain',
      'verify --offline proof.json --vkey "$LOG_VKEY"',
    ),
  )
  .addHelpText('after', () => ['', 'Exit codes:', ...exitCodeLines()].join('\n'))
  .action(async (what: string, options: ApiOptions & OfflineOptions & { readonly offline?: true }) => {
    process.exitCode = await (options.offline ? verifyOffline(what, options) : verify(what, options));
  });

withApiOptions(program.command('register'))
  .description('list the service that a file declares')
  .argument('<file>', 'JSON file of a registration; - for standard input')
  .addOption(
    new Option('--key <key>', 'an API key; others on this machine can see it here').env('TOLLBOOK_KEY'),
  )
  .option('--dry-run', 'check the registration, and write nothing')
  .option('--idempotency-key <text>', 'the same text makes it safe to run the same command again')
  .addHelpText('after', examples('register rain-radar.json --dry-run', 'register rain-radar.json'))
  .action((file: string, options: RegisterOptions) => register(file, options));

withMirrorOptions(withUrl(program.command('mirror')))
  .summary('copy a catalog into a folder, and keep the copy up to date')
  .description(mirrorDescription)
  .argument('<folder>', 'the folder of the copy; made when it is missing')
  .addHelpText('after', examples('mirror copy', 'mirror copy --follow --json', 'mirror copy --verify'))
  .action(async (to: string, { url, ...settings }: MirrorSettings & { readonly url?: string }) =>
    runMirror({ from: urlOf({ ...(url === undefined ? {} : { url }) }), to }, settings),
  );

withUrl(program.command('mcp'))
  .summary('give an agent the tools of a catalog (MCP, over standard input and output)')
  .description(
    'Gives an agent the tools of a catalog: the Model Context Protocol over standard input and output, for agents that start programs. Others connect to /mcp of the catalog.',
  )
  .addHelpText('after', examples('mcp --url https://catalog.example.com'))
  .action((options: Pick<ApiOptions, 'url'>) => relayMcp(options));

function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  tollbook ${line}`)].join('\n');
}

/** An option that makes no sense with a network. */
function offline(flags: string, description: string): Option {
  return new Option(flags, description).implies({ offline: true });
}

function numberFrom(min: number, max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);

    throw new InvalidArgumentError(`write a whole number from ${String(min)} to ${String(max)}.`);
  };
}

/** Runs the command `tollbook`, by default with the arguments of this process. Its exit codes are in `exit-code.ts`. */
export async function tollbookCommand(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await parseCommand(program, args);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      console.error(printableLines(failureLines(error).join('\n')));
      process.exitCode = exitCodeOf(error);
    }
  }
}
