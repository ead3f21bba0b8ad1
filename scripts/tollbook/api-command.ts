import { type Command, Option } from 'commander';
import { type Client, createClient } from '../../src/client/client.ts';
import { patienceOf } from '../../src/client/options.ts';
import { UsageFault } from '../usage-fault.ts';

/** Options of every command that asks a catalog. */
export interface ApiOptions {
  readonly url?: string;
  readonly json?: true;
}

/** Adds these options to a command. */
export function withApiOptions(command: Command): Command {
  return withUrl(command).option('--json', 'print the answer of the API as one line of JSON');
}

export function withUrl(command: Command): Command {
  return command.addOption(new Option('--url <url>', 'the address of the catalog').env('TOLLBOOK_URL'));
}

/** @throws {UsageFault} when no catalog is named */
export function urlOf({ url }: Pick<ApiOptions, 'url'>): string {
  if (url !== undefined && url !== '') return url;

  throw new UsageFault(
    'no catalog is named; pass --url https://catalog.example.com, or set TOLLBOOK_URL to its address',
  );
}

/** @throws {UsageFault} when the address or the key cannot be one */
export function clientFor(options: Pick<ApiOptions, 'url'>, key?: string): Client {
  const baseUrl = urlOf(options);

  return usable(() => createClient({ baseUrl, key }));
}

/** How to ask a catalog where the typed client does not. @throws {UsageFault} when the address cannot be one */
export function settingsFor(options: Pick<ApiOptions, 'url'>): ReturnType<typeof patienceOf> {
  const baseUrl = urlOf(options);

  return usable(() => patienceOf({ baseUrl }));
}

function usable<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageFault(error.message.replace(/^baseUrl\b/, '--url'), { cause: error });
  }
}
