import { z } from 'zod/mini';
import { fieldProblem, type FieldProblem, fieldProblems } from './field-problem.ts';
import { PricePerRequest } from './money.ts';
import { findNetwork } from './network.ts';
import { NetworkId } from './network-id.ts';
import { walletFault } from './payment-address.ts';
import { isBetween } from './price-range.ts';
import { PriceRange } from './varying-price.ts';

/** The most offers of one service, beside its main one. */
export const maxOffers = 30;

export interface KnownCategories {
  hasCategory(id: string): boolean;
  /** The id of the category with a label, however its letters are cased; absent where labels are not known. */
  idOfLabel?(label: string): string | undefined;
}

export type Checked<T> = { readonly value: T } | { readonly problems: readonly FieldProblem[] };

const WithCategory = z.object({ category: z.string() });
const WithWallet = z.object({ x402Config: z.object({ network: NetworkId, paymentAddress: z.string() }) });
const WithRange = z.object({
  pricing: z.object({ pricePerRequest: PricePerRequest }),
  price: PriceRange,
});
const Offers = z.object({ offers: z.array(z.unknown()) });
const OfferWallet = z.object({ network: NetworkId, paymentAddress: z.optional(z.string()) });

/** Validates a service against its schema and the rules that a schema cannot express. Returns all problems at once. */
export function checkService<T>(
  schema: z.ZodMiniType<T>,
  input: unknown,
  categories: KnownCategories,
): Checked<T> {
  const parsed = schema.safeParse(input);
  const problems = [
    ...(parsed.success ? [] : fieldProblems(parsed.error, input)).filter((each) => !isOfCategory(each)),
    ...categoryProblems(input, categories),
    ...priceProblems(input),
    ...walletProblems(input),
    ...offerProblems(input),
  ];

  return parsed.success && problems.length === 0 ? { value: parsed.data } : { problems };
}

/** The schema knows the form of an id only; `categoryProblems` knows the categories, and finds all that it finds. */
function isOfCategory({ pointer, code }: FieldProblem): boolean {
  return pointer === '/category' && code === 'category_unknown';
}

function categoryProblems(input: unknown, categories: KnownCategories): FieldProblem[] {
  const { data } = WithCategory.safeParse(input);
  if (!data || categories.hasCategory(data.category)) return [];

  const meant = categories.idOfLabel?.(data.category);
  return [fieldProblem('category_unknown', ['category'], { value: data.category, meant })];
}

function priceProblems(input: unknown): FieldProblem[] {
  const { data } = WithRange.safeParse(input);
  if (!data || isBetween(data.pricing.pricePerRequest, data.price)) return [];

  const { from, to } = data.price;
  const facts = { value: data.pricing.pricePerRequest, expected: `${from} to ${to}` };
  return [fieldProblem('price_outside_range', ['pricing', 'pricePerRequest'], facts)];
}

function walletProblems(input: unknown): FieldProblem[] {
  const { data } = WithWallet.safeParse(input);
  if (!data) return [];

  const { network, paymentAddress } = data.x402Config;
  return addressProblems(network, paymentAddress, ['x402Config', 'paymentAddress']);
}

function offerProblems(input: unknown): FieldProblem[] {
  const main = WithWallet.safeParse(input).data?.x402Config.paymentAddress;
  const { offers = [] } = Offers.safeParse(input).data ?? {};

  return offers.slice(0, maxOffers).flatMap((each, i) => {
    const offer = OfferWallet.safeParse(each).data;
    const address = offer?.paymentAddress ?? main;
    const path = ['offers', i, 'paymentAddress'];
    return offer && address !== undefined ? addressProblems(offer.network, address, path) : [];
  });
}

function addressProblems(network: string, address: string, path: readonly PropertyKey[]): FieldProblem[] {
  const family = findNetwork(network)?.family ?? 'other';
  const fault = walletFault(family, address);

  return fault ? [fieldProblem(fault, path, { value: address, family })] : [];
}
