import { connectionFault } from '../../domain/system-fault.ts';
import { AnswerTooLong, textWithin } from '../answer-text.ts';

const timeoutMs = 10_000;
/** A witness answers with a size, or with a few lines of up to 5 kB. */
const maxAnswerBytes = 16 * 1024;

/**
 * Posts a text, follows no redirect, and reads at most 16 KiB within 10 seconds. Rejects with a message that repeats nothing of the answer,
 * which nobody should trust.
 */
export async function postToWitness(url: string, body: string): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'tollbook' };

  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    return { status: response.status, text: await textWithin(response, maxAnswerBytes) };
  } catch (error) {
    if (error instanceof AnswerTooLong) throw error;
    const fault = signal.aborted
      ? `no answer within ${String(timeoutMs / 1000)} s`
      : `cannot be reached: ${connectionFault(error)}`;
    throw new Error(fault, { cause: error });
  }
}
