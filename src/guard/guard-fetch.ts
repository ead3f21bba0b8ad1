import { readAtMost } from '../client/read-at-most.ts';
import { fromBase64Json, toBase64Json } from '../domain/base64-json.ts';
import { readJson } from '../domain/strict-json.ts';
import type { Admitted, Cashier } from './cashier.ts';
import { Challenge, readOffer } from './offer.ts';
import { PaymentRefused } from './payment-refused.ts';

export type Fetch = typeof globalThis.fetch;

/** Called with each answer to a request with a payment. */
export type OnPaid = (admitted: Admitted, answer: Response, latencyMs: number) => void;

const maxBytes = 256 * 1024;
/** How long an offer may wait for the request that pays it, and how many may. */
const signingMs = 120_000;
const maxWaiting = 1000;

/** Codes of Node's errors before anything is sent. */
const unsent: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * A `fetch` to put inside a paying wrapper. Of a 402, that sees nothing but the one offer that was let through, so it can sign no other; and no
 * payment is sent for which there was no such 402.
 */
export function guardFetch(fetch: Fetch, cashier: Cashier, onPaid: OnPaid | undefined): Fetch {
  const waiting = new Set<{ readonly url: string; readonly admitted: Admitted; readonly until: number }>();

  function dropOld(): void {
    for (const each of waiting) {
      if (performance.now() < each.until && waiting.size < maxWaiting) return;
      waiting.delete(each);
      cashier.giveBack(each.admitted);
    }
  }

  async function pay(url: string, send: () => Promise<Response>): Promise<Response> {
    dropOld();
    const paid = [...waiting].find((each) => each.url === url);
    if (!paid) throw cashier.refused(new PaymentRefused('not_checked'));

    waiting.delete(paid);
    const sentAt = performance.now();
    const answer = await send().catch((error: unknown) => {
      if (unsent.has(codeOf(error))) cashier.giveBack(paid.admitted);
      throw error;
    });
    onPaid?.(paid.admitted, answer, Math.round(performance.now() - sentAt));
    return answer;
  }

  return async (input, init) => {
    const isAddress = typeof input === 'string' || input instanceof URL;
    const url = isAddress ? new Request(input).url : input.url;
    const headers = new Headers(init?.headers ?? (isAddress ? undefined : input.headers));
    const send = async (): Promise<Response> => fetch(input, init);
    if (headers.has('PAYMENT-SIGNATURE') || headers.has('X-PAYMENT')) return pay(url, send);

    const answer = await send();
    if (answer.status !== 402) return answer;
    const header = answer.headers.get('PAYMENT-REQUIRED');
    const challenge = await readChallenge(answer, header);
    const offers = challenge?.accepts.flatMap((each) => readOffer(each, challenge.x402Version) ?? []) ?? [];
    dropOld();
    const admitted = await cashier.admit(url, offers);
    waiting.add({ url, admitted, until: performance.now() + signingMs });
    return only({ ...challenge, accepts: [admitted.entry] }, header !== null);
  };
}

/** Reads a 402 as clients do: its header, if it has one, else its body, which only version 1 has. */
async function readChallenge(answer: Response, header: string | null): Promise<Challenge | undefined> {
  if (header !== null) {
    await answer.body?.cancel();
    return Challenge.safeParse(fromBase64Json(header)).data;
  }

  const json = readJson((await (await readAtMost(answer, maxBytes))?.text()) ?? '');
  const challenge = Challenge.safeParse('value' in json ? json.value : undefined).data;
  return challenge?.x402Version === 1 ? challenge : undefined;
}

/** A 402 with these terms, and without anything else of the answer that a client could read terms from. */
function only(terms: object, isHeader: boolean): Response {
  const type = { 'Content-Type': 'application/json' };

  return isHeader
    ? new Response('{}', { status: 402, headers: { ...type, 'PAYMENT-REQUIRED': toBase64Json(terms) } })
    : new Response(JSON.stringify(terms), { status: 402, headers: type });
}

function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;

  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
