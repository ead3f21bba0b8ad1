import type { z } from 'zod';
import { readJson } from '../../domain/strict-json.ts';
import { IssuerUnavailable } from '../../registration/workflow-identity.ts';
import { AnswerTooLong, textWithin } from '../answer-text.ts';
import { connectionFault } from '../../domain/system-fault.ts';

/** GitHub's documents have 1 and 8 KiB. */
const maxBytes = 64 * 1024;

/** Gets a JSON document of at most 64 KiB, without following redirects; `signal` limits the time. @throws {IssuerUnavailable} */
export async function getDocument<Document>(
  url: URL,
  schema: z.ZodType<Document>,
  signal: AbortSignal,
): Promise<Document> {
  const json = readJson(await getText(url, signal));
  const read = 'value' in json ? schema.safeParse(json.value) : undefined;
  if (!read?.success) throw new IssuerUnavailable(`${url.href} answers with something else than it should`);

  return read.data;
}

async function getText(url: URL, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal,
    });
    const text = await textWithin(response, maxBytes);
    if (response.status === 200) return text;
    throw new IssuerUnavailable(`${url.href} answers HTTP ${String(response.status)}`);
  } catch (error) {
    if (error instanceof IssuerUnavailable) throw error;
    throw new IssuerUnavailable(`${url.href} ${reasonOf(error, signal)}`, { cause: error });
  }
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'does not answer in time';

  return error instanceof AnswerTooLong ? error.message : `cannot be reached: ${connectionFault(error)}`;
}
