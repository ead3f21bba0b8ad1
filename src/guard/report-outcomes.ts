import { z } from 'zod/mini';
import { readAtMost } from '../client/read-at-most.ts';
import { fromBase64Json } from '../domain/base64-json.ts';
import { findNetwork } from '../domain/network.ts';
import type { OutcomeClaim } from '../domain/outcome.ts';
import { signedText } from '../outcomes/signed-text.ts';
import type { OnPaid } from './guard-fetch.ts';

/** Signs a text with the wallet that paid. Without it, what is said counts less. */
export type Sign = (text: string) => Promise<string> | string;

/** Larger answers have no hash. */
const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;
const maxAtOnce = 16;

const Settled = z.object({
  success: z.literal(true),
  transaction: z.string().check(z.regex(/^\w{1,128}$/)),
  network: z.string().check(z.maxLength(64)),
});
type Settled = z.infer<typeof Settled>;

/**
 * Tells the catalog what settled payments got: hashes, numbers and names that it defines, never what was asked or answered. Nothing that fails here
 * reaches the buyer, and what comes too fast is not reported.
 */
export function reportOutcomes(catalog: string | URL, sign: Sign | undefined): OnPaid {
  const base = new URL(catalog);
  let open = 0;

  async function report(
    service: string,
    settled: Settled,
    answer: Response,
    latencyMs: number,
  ): Promise<void> {
    const claim = { ...(await outcomeOf(settled, answer)), latencyMs };
    const signature = await sign?.(signedText(base.host, service, claim));

    await fetch(`${base.href.replace(/\/$/, '')}/api/services/${service}/outcomes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...claim, signature }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
  }

  return ({ service }, answer, latencyMs) => {
    const settled = settledIn(answer);
    // Other answers are mistakes of the buyer, or lead elsewhere.
    const isOutcome = answer.ok || answer.status === 402 || answer.status >= 500;
    if (service === null || !settled || !isOutcome || open === maxAtOnce) return;

    open += 1;
    void report(service, settled, answer.clone(), latencyMs)
      .catch(() => undefined)
      .finally(() => (open -= 1));
  };
}

async function outcomeOf({ transaction: tx, network }: Settled, answer: Response): Promise<OutcomeClaim> {
  const { ok, status: httpStatus } = answer;
  const body = await readAtMost(answer, maxBytes);
  const hash = body && new Uint8Array(await crypto.subtle.digest('SHA-256', await body.arrayBuffer()));
  const outcome = ok && body?.size !== 0 ? 'delivered' : 'nothing';
  const responseHash =
    hash && `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

  return { network: findNetwork(network)?.caip2 ?? network, tx, outcome, httpStatus, responseHash };
}

function settledIn({ headers }: Response): Settled | undefined {
  const header = headers.get('PAYMENT-RESPONSE') ?? headers.get('X-PAYMENT-RESPONSE') ?? '';

  return Settled.safeParse(fromBase64Json(header)).data;
}
