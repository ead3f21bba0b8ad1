import { z } from 'zod';
import { DescribedRequest, probeMethods } from '../domain/described-request.ts';
import type { LiveTerms, PaymentTerms, Remark } from '../domain/payment-terms.ts';
import { type CheckFacts, isPaidByX402 } from '../domain/facts.ts';
import type { Offer, OfferStanding } from '../domain/offer.ts';
import { type OtherRail, Rail, x402Rail } from '../domain/rail.ts';
import { printOffer } from '../domain/service-file.ts';
import type { LookRecord } from '../domain/proof.ts';
import { State, stateOf } from '../domain/state.ts';
import { ServiceId } from '../domain/service-id.ts';
import { type DeclaredService, offerTerms } from '../domain/service.ts';
import { VaryingPrice } from '../domain/varying-price.ts';
import { Verdict } from '../domain/verdict.ts';
import { maxEntries } from '../verification/accept-entry.ts';
import { judge } from '../verification/judge.ts';
import { isReadToday } from '../verification/terms.ts';
import { proofView, ProofView } from './proof.ts';

const Time = z.iso.datetime();

/** One way to pay, from a live 402. */
export const Terms = z.strictObject({
  scheme: z.string(),
  network: z.string().meta({ description: 'CAIP-2 where the network is known.' }),
  payTo: z.string(),
  asset: z.string().meta({ description: 'Token contract, mint or asset id.' }),
  currency: z.string().optional().meta({ description: 'Symbol of the token, where it is known.' }),
  amount: z.string().meta({ description: 'In atomic units of the token.' }),
  price: z.string().optional().meta({ description: 'Exact decimal; absent for a token that is not known.' }),
});

/** The declared terms beside the live ones. */
export const Fields = z.array(
  z.strictObject({
    field: z.enum(['price', 'payTo', 'network', 'asset', 'scheme']),
    declared: z.string().nullable(),
    observed: z.string().nullable(),
    match: z.boolean().nullable().meta({ description: 'Null where it is unknown.' }),
  }),
);

/** The live terms of an offer, as last read, beside the declared ones. */
export const OfferView = z.strictObject({
  method: z.enum(probeMethods),
  path: z
    .string()
    .nullable()
    .meta({
      description: 'Path below the endpoint; null for the endpoint itself.',
      examples: ['/cities/{city}'],
    }),
  network: z.string().meta({ description: 'As declared.' }),
  verdict: z.nullable(Verdict).meta({ description: 'What its last check found; null before the first.' }),
  detail: z.string().nullable(),
  checkedAt: Time.nullable(),
  fields: Fields,
});
export type OfferView = z.infer<typeof OfferView>;

/** The live terms of a service, as last read, beside the declared ones. */
export const ObservedView = z.strictObject({
  id: ServiceId,
  state: State,
  verdict: z.nullable(Verdict).meta({ description: 'What the last check found; null before the first.' }),
  detail: z.string().nullable(),
  checkedAt: Time.nullable(),
  since: Time.nullable().meta({ description: 'Since when every check found this.' }),
  readAt: Time.nullable().meta({ description: 'When the live terms were last read.' }),
  method: z
    .enum(probeMethods)
    .nullable()
    .meta({ description: 'The method that was answered with them; null where it is not known.' }),
  fields: Fields,
  price: z.optional(VaryingPrice),
  accepts: z.array(Terms),
  rails: z.array(Rail).meta({
    description:
      'Every way to pay, by any protocol: those of `accepts`, then those of MPP and L402 that the last answer offered. Checks compare x402 alone.',
  }),
  request: z
    .nullable(DescribedRequest)
    .meta({ description: 'How the live 402 describes its request; null where it does not.' }),
  remarks: z.array(z.strictObject({ code: z.string(), detail: z.string() })),
  proof: z
    .nullable(ProofView)
    .meta({ description: 'By what the owner has proven the service; null without.' }),
  offers: z
    .array(OfferView)
    .meta({ description: 'The offers that the owner declares beside the main one, in their order.' }),
});
export type ObservedView = z.infer<typeof ObservedView>;

export const wildcardRemark: Remark = {
  code: 'wildcard_402',
  detail: 'Any path is answered with 402, also one that does not exist: buyers could pay for nothing.',
};

/** `live` is undefined while no terms were ever read, and `look` while the proof, if there is one, was not looked at again. */
export function observedView(
  declared: DeclaredService,
  facts: Pick<CheckFacts, 'standing' | 'window' | 'offers' | 'traits' | 'rails'>,
  live: LiveTerms | undefined,
  look: LookRecord | undefined,
): ObservedView {
  const { standing, offers } = facts;
  const { verdict, detail, checkedAt, since, isWildcard } = standing;
  const accepts = (live?.terms ?? []).slice(0, maxEntries).filter(isReadToday);
  const { fields } = judge(declared, accepts);
  const isToWallet = fields.find(({ field }) => field === 'payTo')?.match ?? null;

  return {
    id: declared.id,
    state: stateOf({ declared, observed: { facts } }),
    verdict,
    detail,
    checkedAt: checkedAt?.toISOString() ?? null,
    since: since?.toISOString() ?? null,
    readAt: live?.at.toISOString() ?? null,
    method: live?.method ?? null,
    fields: [...fields],
    ...(declared.price === undefined ? {} : { price: declared.price }),
    accepts,
    rails: railsOf(isPaidByX402(facts) ? accepts : [], facts.rails),
    request: live?.request ?? null,
    remarks: [...(live?.remarks ?? []), ...(isWildcard === true ? [wildcardRemark] : [])],
    proof: proofView(declared, look, live && { at: live.at, isToWallet }),
    offers: (declared.offers ?? []).map((offer) => offerView(offer, declared, offers.get(printOffer(offer)))),
  };
}

/** Ways to pay by x402 and then by other protocols, in one shape. */
export function railsOf(accepts: readonly PaymentTerms[], others: readonly OtherRail[]): Rail[] {
  return [...accepts.map(x402Rail), ...others];
}

function offerView(offer: Offer, declared: DeclaredService, known: OfferStanding | undefined): OfferView {
  const { method, path = null, network } = offer;
  const { verdict = null, detail = null, checkedAt, fields = [] } = known ?? {};

  return {
    method,
    path,
    network,
    verdict,
    detail,
    checkedAt: checkedAt?.toISOString() ?? null,
    fields: [...(fields.length > 0 ? fields : judge(offerTerms(declared, offer), []).fields)],
  };
}
