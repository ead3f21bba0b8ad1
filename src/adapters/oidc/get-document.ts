import type { z } from 'zod';
import { errorCode } from '../../domain/error-code.ts';
import { readJson } from '../../domain/strict-json.ts';
import { IssuerUnavailable } from '../../registration/token-verifier.ts';

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
    const text = await textOf(response, url);
    if (response.status === 200) return text;
    throw new IssuerUnavailable(`${url.href} answers HTTP ${String(response.status)}`);
  } catch (error) {
    if (error instanceof IssuerUnavailable) throw error;
    throw new IssuerUnavailable(`${url.href} ${reasonOf(error, signal)}`, { cause: error });
  }
}

async function textOf({ body }: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new IssuerUnavailable(`${url.href} answers with more than 64 KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** `fetch` wraps the error of the connection, whose code says more. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'does not answer in time';

  const cause = error instanceof Error ? error.cause : undefined;
  return `cannot be reached: ${errorCode(cause) ?? errorCode(error) ?? 'the connection failed'}`;
}
