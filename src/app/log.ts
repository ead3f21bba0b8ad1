import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { printable, printableLines } from '../domain/plain-text.ts';
import { currentRequest } from '../live/request-context.ts';

/**
 * The log: one JSON object a line on standard output, with the id of the request that caused it, if one did. Somebody who watches a terminal gets
 * lines to read instead.
 */
export async function openLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  { isWatched = process.stdout.isTTY && process.env['NODE_ENV'] !== 'production' } = {},
): Promise<Logger> {
  const options = {
    level: logLevel,
    base: null,
    serializers: { error: printableError },
    mixin: requestFacts,
  };
  if (!isWatched) return pino(options);

  const { default: pretty } = await import('pino-pretty');
  return pino(
    options,
    pretty({
      sync: true,
      singleLine: true,
      translateTime: 'SYS:HH:MM:ss',
      // Other members are printed as JSON, which has no control characters.
      messageFormat: ({ msg }) => printable(String(msg)),
      customPrettifiers: {
        name: (name) => printable(typeof name === 'string' ? name : JSON.stringify(name)),
      },
    }),
  );
}

/** A request id that a line names itself wins, because the line may be written after its request. */
function requestFacts(): object {
  const requestId = currentRequest();

  return requestId === undefined ? {} : { requestId };
}

/** An error as facts. Its message and stack can hold what strangers wrote, such as names of files. */
function printableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;

  const facts = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(
    facts.map(([name, fact]) => [name, typeof fact === 'string' ? printableLines(fact) : (fact as unknown)]),
  );
}
