import type { Registration } from '../../src/client/client.ts';
import { quoted } from '../../src/domain/plain-text.ts';
import { readJson } from '../../src/domain/strict-json.ts';
import { printJson } from '../print-json.ts';
import { readAnswer, ShownService } from './answers.ts';
import { type ApiOptions, clientFor, urlOf } from './api-command.ts';
import { UsageFault } from '../usage-fault.ts';
import { readText } from '../read-text.ts';

export interface RegisterOptions extends ApiOptions {
  readonly key?: string;
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
}

/** The largest registration that the API takes. */
const maxBytes = 64 * 1024;

/** Lists the service that a file declares, and prints its id and page. */
export async function register(file: string, options: RegisterOptions): Promise<void> {
  const { key, dryRun, idempotencyKey, json } = options;
  const client = clientFor(options, keyOf(key));
  const answer = await client.register(await readRegistration(file), { dryRun, idempotencyKey });
  if (json) {
    printJson(answer);
    return;
  }

  const { id } = readAnswer(ShownService, answer, 'the registered service');
  if (dryRun) console.log(`It breaks no rule; its id would be ${id}. Nothing was written.`);
  else console.log(`${id}\n${new URL(`services/${id}/`, `${urlOf(options).replace(/\/$/, '')}/`).href}`);
}

function keyOf(key: string | undefined): string {
  if (key !== undefined && key !== '') return key;

  throw new UsageFault(
    'there is no API key; set TOLLBOOK_KEY or pass --key; the page /listings/ of the catalog makes one for a wallet',
  );
}

/** The server knows every rule of a registration and names each that is broken, so only the form of the file is checked here. */
async function readRegistration(file: string): Promise<Registration> {
  const json = readJson(await readText(file, maxBytes, 'one registration'));
  if ('fault' in json) throw new UsageFault(`${quoted(file)} is not JSON: ${json.fault}; correct the file`);
  if (!isObject(json.value)) {
    throw new UsageFault(`${quoted(file)} holds no JSON object; write one registration into it`);
  }

  return json.value;
}

function isObject(value: unknown): value is Registration {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
