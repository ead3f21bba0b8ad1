import { errorCode } from '../../domain/error-code.ts';

/** What a witness answers: nothing of it is trusted. */
interface WitnessAnswer {
  readonly status: number;
  readonly text: string;
}

const timeoutMs = 10_000;
/** A witness answers with a size, or with a few lines of up to 5 kB. */
const maxAnswerBytes = 16 * 1024;

/**
 * Posts a text, follows no redirect, and reads at most 16 KiB within 10 seconds. Rejects with a message that repeats nothing of the answer.
 */
export async function postToWitness(url: string, body: string): Promise<WitnessAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);

  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'tollbook' },
      body,
      redirect: 'manual',
      signal,
    });
    return { status: response.status, text: await textOf(response) };
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${String(timeoutMs / 1000)} s`, { cause: error });
    if (error instanceof AnswerTooLong) throw error;
    const cause = error instanceof Error ? error.cause : undefined;
    const code = errorCode(cause) ?? errorCode(error) ?? 'the connection failed';
    throw new Error(`cannot be reached: ${code}`, { cause: error });
  }
}

class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new AnswerTooLong('answers with more than 16 KiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
