import { type Answer, ask } from './catalog-api.ts';
import { endSession, savedSession } from './session.ts';

/** Fired on the document when the key that somebody signed in with stopped working. */
export const signedOutEvent = 'tollbook:signed-out';

/** Asks the API with the key of the signed-in owner. */
export async function askAsOwner<Body = unknown>(
  request: Omit<Parameters<typeof ask>[0], 'key'>,
): Promise<Answer<Body>> {
  const session = savedSession();
  const answer = await ask<Body>({ ...request, ...(session ? { key: session.key } : {}) });

  if ('refusal' in answer && answer.refusal.status === 401) {
    endSession();
    document.dispatchEvent(new Event(signedOutEvent));
  }
  return answer;
}
