import { z } from 'zod/mini';
import type { Admitted, Cashier } from './cashier.ts';
import { Challenge, readOffer } from './offer.ts';

/** What a guard uses of `x402Client` (`@x402/core` and `@x402/fetch`, version 2). */
export interface PayingClient {
  onBeforePaymentCreation(hook: (creation: Creation) => Promise<void>): unknown;
  onPaymentCreationFailure(hook: (creation: Creation) => Promise<void>): unknown;
}

interface Creation {
  readonly paymentRequired: object;
  readonly selectedRequirements: object;
}

const Url = z.string().check(z.maxLength(4096));
const OfV1 = z.object({ resource: Url });
const OfV2 = z.object({ resource: z.object({ url: Url }) });

/** Adds the guard to the hooks that a client calls before it signs. They do not know which URL was asked, only which one the 402 says it is for. */
export function guardClient(client: PayingClient, cashier: Cashier): void {
  const taken = new WeakMap<object, Admitted>();

  client.onBeforePaymentCreation(async ({ paymentRequired, selectedRequirements }) => {
    const version = Challenge.safeParse(paymentRequired).data?.x402Version;
    const offer = version && readOffer(selectedRequirements, version);
    const url =
      OfV2.safeParse(paymentRequired).data?.resource.url ??
      OfV1.safeParse(selectedRequirements).data?.resource;
    taken.set(paymentRequired, await cashier.admit(url ?? '', offer ? [offer] : []));
  });
  client.onPaymentCreationFailure(({ paymentRequired }) => {
    const admitted = taken.get(paymentRequired);
    if (admitted) cashier.giveBack(admitted);
    taken.delete(paymentRequired);
    return Promise.resolve();
  });
}
