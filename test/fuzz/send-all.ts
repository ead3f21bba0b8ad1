import { type RawAnswer, sendRaw } from './raw-client.ts';
import type { RequestCase } from './requests.ts';

const clients = 12;

interface Answered {
  readonly sent: RequestCase;
  readonly answer: RawAnswer;
}

/** Sends every request, some at a time, and gives what came back. */
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

/** Whether an answer is a fault of the server. A 503 is none when it says when to come again. */
export function isFault({ status, head }: RawAnswer): boolean {
  return status >= 500 && !(status === 503 && /\r\nretry-after: \d+/i.test(head));
}
