import { type RawAnswer, sendRaw } from './raw-client.ts';
import type { RequestCase } from './requests.ts';

const clients = 12;

interface Answered {
  readonly sent: RequestCase;
  readonly answer: RawAnswer;
}

/** Sends all requests, a few at a time, and returns the responses. */
export async function sendAll(port: number, cases: readonly RequestCase[]): Promise<Answered[]> {
  const queue = cases.values();
  const answers: Answered[] = [];
  const client = async (): Promise<void> => {
    for (const sent of queue) {
      answers.push({ sent, answer: await sendRaw(port, sent.bytes, { half: sent.half === true }) });
    }
  };

  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

/** Whether a response means that the server failed. A 503 with Retry-After does not. */
export function isFault({ status, head }: RawAnswer): boolean {
  return status >= 500 && !(status === 503 && /\r\nretry-after: \d+/i.test(head));
}
