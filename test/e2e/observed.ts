import type { CheckRecord } from '../../src/domain/check.ts';
import { serviceId } from '../../src/domain/service-id.ts';
import { unchecked } from '../../src/domain/standing.ts';
import { openState } from '../../src/open-state.ts';
import { advance } from '../../src/verification/life-cycle.ts';
import type { registration } from './services.ts';

type Registration = ReturnType<typeof registration>;

const dayMs = 86_400_000;
const days = 40;

/** Stores forty days of checks for these services; in the last check, every fifth service has a different price. */
export async function observeServices(dataDir: string, services: readonly Registration[]): Promise<void> {
  const state = await openState({ dataDir });
  const records = services.flatMap((service, place) => recordsOf(service, place % 5 === 4));

  await state.checks.append(records);
  state.close();
}

function recordsOf(service: Registration, isDearer: boolean): CheckRecord[] {
  const id = serviceId(service.name, service.endpoint);
  let standing = unchecked;

  return Array.from({ length: days }, (_, index): CheckRecord => {
    const at = new Date(Date.now() - (days - 1 - index) * dayMs);
    const price = isDearer && index === days - 1 ? '0.5' : service.pricing.pricePerRequest;
    const check = checkOf(service, price, at, 120 + 10 * (index % 7));
    standing = advance(standing, check);
    const verified = check.verdict === 'verified' ? 1 : 0;
    const day = { date: at.toISOString().slice(0, 10), checks: 1, ok: 1, verified, blocked: 0 };
    return {
      id,
      check,
      day: { ...day, latencyMs: check.latencyMs },
      standing,
    };
  });
}

function checkOf({ pricing, x402Config }: Registration, price: string, at: Date, latencyMs: number) {
  const isDeclared = price === pricing.pricePerRequest;
  const terms = {
    scheme: 'exact',
    network: 'eip155:8453',
    payTo: x402Config.paymentAddress,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    currency: 'USDC',
    amount: '1000',
    price,
  };

  return {
    at,
    verdict: isDeclared ? ('verified' as const) : ('price_mismatch' as const),
    detail: isDeclared ? 'The live terms are those that were declared.' : `The live price is "${price}".`,
    httpStatus: 402,
    latencyMs,
    terms: [terms],
    fields: [],
    remarks: [],
  };
}
