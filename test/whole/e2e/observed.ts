import type { CheckDay, CheckRecord } from '../../../src/domain/check.ts';
import { unitsOf } from '../../../src/domain/decimal.ts';
import type { AttributedSettlement } from '../../../src/domain/payments.ts';
import type { OfferStanding, OfferStandings } from '../../../src/domain/offer.ts';
import { furtherPayees } from '../../../src/domain/payee.ts';
import { printOffer } from '../../../src/domain/service-file.ts';
import { serviceId } from '../../../src/domain/service-id.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { subjectOf } from '../../../src/domain/subject.ts';
import { type Verdict, verdicts } from '../../../src/domain/verdict.ts';
import { openState, type State } from '../../../src/open/state.ts';
import { judge } from '../../../src/verification/judge.ts';
import { sumWindow } from '../../../src/verification/uptime.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { traitsOf } from '../../../src/verification/sent-challenge.ts';
import {
  described,
  describedRequest,
  diverted,
  offering,
  offers,
  otherWallet,
  type registration,
} from './services.ts';

type Registration = ReturnType<typeof registration>;

const dayMs = 86_400_000;
const days = 40;

/**
 * Stores forty days of checks for these services, and payments to the first four; in the last check, every fifth service has a different
 * price, and one has a different wallet.
 */
export async function observeServices(dataDir: string, services: readonly Registration[]): Promise<void> {
  const state = await openState({ dataDir });
  const records = services.flatMap((service, place) => recordsOf(service, place % 5 === 4));

  await state.checks.append(records);
  await countPayments(state, services);
  await state.close();
}

const network = 'eip155:8453';
const asset = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const blocksADay = 43_200;

/** What the payments of the first services look like. */
const purchases = [
  { payers: 23, everyDays: 1, most: 9 },
  { payers: 1, everyDays: 3, most: 40, paysItself: true },
  { payers: 4, everyDays: 2, most: 3, isShared: true },
] as const;

/** Counts payments to the first services, up to now; the others were counted and found unpaid. */
async function countPayments({ payments }: State, services: readonly Registration[]): Promise<void> {
  const wallet = (services[0]?.x402Config.paymentAddress ?? '').toLowerCase();
  const ids = services.map(({ name, endpoint }) => serviceId(name, endpoint));
  const settlements = purchases.flatMap((purchase, place) =>
    settlementsOf(purchase, {
      wallet,
      units: unitsOf(services[place]?.pricing.pricePerRequest ?? '0', 6) ?? 0n,
      services: 'isShared' in purchase ? ids.slice(place, place + 2).sort() : ids.slice(place, place + 1),
      firstIndex: 1_000 * place,
    }),
  );

  await payments.record({
    network,
    accounts: [{ asset, wallet }],
    from: { block: 0, at: dayAt(0) },
    to: { block: days * blocksADay, at: dayAt(days - 1) },
    settlements,
  });
}

function settlementsOf(
  { payers, everyDays, most, ...purchase }: (typeof purchases)[number],
  payee: { wallet: string; units: bigint; services: string[]; firstIndex: number },
): AttributedSettlement[] {
  return Array.from({ length: days }, (_, day) => day)
    .filter((day) => day % everyDays === 0)
    .flatMap((day) =>
      Array.from({ length: 1 + ((day * 7) % most) }, (_, place): AttributedSettlement => {
        const index = payee.firstIndex + place;
        const isOwn = 'paysItself' in purchase && place === 0;
        return {
          wallet: payee.wallet,
          units: payee.units,
          services: payee.services,
          asset,
          payer: isOwn ? payee.wallet : `0x${String(1_000 + ((day + place) % payers)).padStart(40, 'b')}`,
          tx: `0x${`${String(day)}f${String(index)}`.padStart(64, '7')}`,
          index,
          block: day * blocksADay,
          at: dayAt(day),
        };
      }),
    );
}

function dayAt(day: number): Date {
  return new Date(Date.now() - (days - 1 - day) * dayMs);
}

function recordsOf(service: Registration, isDearer: boolean): CheckRecord[] {
  const id = serviceId(service.name, service.endpoint);
  const counted: CheckDay[] = [];
  let standing = unchecked;

  return Array.from({ length: days }, (_, index): CheckRecord => {
    const at = dayAt(index);
    const price = isDearer && index === days - 1 ? '0.5' : service.pricing.pricePerRequest;
    const payTo =
      service === diverted && index === days - 1 ? otherWallet : service.x402Config.paymentAddress;
    const check = {
      ...checkOf(service, { price, payTo }, at, 120 + 10 * (index % 7)),
      ...(service === described ? { request: describedRequest } : {}),
    };
    standing = advance(standing, check);
    const verified = check.verdict === 'verified' ? 1 : 0;
    const { latencyMs } = check;
    const day = {
      date: at.toISOString().slice(0, 10),
      checks: 1,
      ok: 1,
      verified,
      unread: 0,
      blocked: 0,
      latencyMs,
    };
    counted.push(day);
    return {
      id,
      subject: subjectOf(service),
      offers: service === offering ? offersSeen(at) : new Map(),
      furtherPayees: furtherPayees(check.terms, service),
      traits: traitsOf({ terms: check.terms }, service.endpoint),
      rails: [],
      check,
      day,
      window: sumWindow(counted, at),
      standing,
    };
  });
}

/** The first offer is as declared, the second asks another price, and the third was never checked. */
function offersSeen(checkedAt: Date): OfferStandings {
  const [route, dearer] = offers.map(printOffer);
  const fields = [
    { field: 'price', declared: '0.002', observed: '0.002', match: true },
    { field: 'network', declared: 'eip155:8453', observed: 'eip155:8453', match: true },
    { field: 'asset', declared: 'USDC', observed: 'USDC', match: true },
  ] as const;
  const [, ...others] = fields;
  const price = { field: 'price', declared: '0.25', observed: '0.5', match: false } as const;
  const seen = { verdict: 'verified', detail: verdicts.verified, checkedAt, fields, seenOn: 'base' } as const;

  return new Map<string, OfferStanding>([
    [route ?? '', seen],
    [
      dearer ?? '',
      {
        ...seen,
        verdict: 'price_mismatch',
        detail: `${verdicts.price_mismatch} In it the price is 0.5, declared is 0.25.`,
        fields: [price, ...others],
        seenOn: null,
      },
    ],
  ]);
}

interface Asked {
  readonly price: string;
  readonly payTo: string;
}

function checkOf(
  { pricing, x402Config }: Registration,
  { price, payTo }: Asked,
  at: Date,
  latencyMs: number,
): CheckRecord['check'] & { readonly latencyMs: number } {
  const isDeclared = price === pricing.pricePerRequest;
  const ofPrice: Verdict = isDeclared ? 'verified' : 'price_mismatch';
  const verdict: Verdict = payTo === x402Config.paymentAddress ? ofPrice : 'payto_mismatch';
  const terms = {
    scheme: 'exact',
    network: 'eip155:8453',
    payTo,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    currency: 'USDC',
    amount: String(unitsOf(price, 6)),
    price,
  };

  return {
    at,
    verdict,
    detail: isDeclared ? 'The live terms are those that were declared.' : `The live price is "${price}".`,
    httpStatus: 402,
    latencyMs,
    terms: [terms],
    fields: judge({ pricing, x402Config }, [terms]).fields,
    rails: [],
    remarks: [],
  };
}
