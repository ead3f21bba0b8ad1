import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { printableLines } from '../domain/plain-text.ts';
import { currentRequest } from '../live/request-context.ts';

/** The log on standard output: one JSON object a line, with the id of the request that caused it, if one did. */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: logLevel, base: null, serializers: { error: printableError }, mixin: requestFacts });
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
