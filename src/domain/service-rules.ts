import { z } from 'zod/mini';
import { CategoryId } from './category.ts';
import { fieldProblem, type FieldProblem, fieldProblems } from './field-problem.ts';
import { findNetwork, NetworkId } from './network.ts';
import { addressFault } from './payment-address.ts';

/** The categories that the rules check against. */
export interface KnownCategories {
  hasCategory(id: string): boolean;
}

export type Checked<T> = { readonly value: T } | { readonly problems: readonly FieldProblem[] };

const WithCategory = z.object({ category: CategoryId });
const WithWallet = z.object({ x402Config: z.object({ network: NetworkId, paymentAddress: z.string() }) });

/** Validates a service against its schema and the rules that a schema cannot express. Returns all problems at once. */
export function checkService<T>(
  schema: z.ZodMiniType<T>,
  input: unknown,
  categories: KnownCategories,
): Checked<T> {
  const parsed = schema.safeParse(input);
  const problems = [
    ...(parsed.success ? [] : fieldProblems(parsed.error, input)),
    ...categoryProblems(input, categories),
    ...walletProblems(input),
  ];

  return parsed.success && problems.length === 0 ? { value: parsed.data } : { problems };
}

function categoryProblems(input: unknown, categories: KnownCategories): FieldProblem[] {
  const { data } = WithCategory.safeParse(input);
  if (!data || categories.hasCategory(data.category)) return [];

  return [fieldProblem('category_unknown', ['category'], { value: data.category })];
}

/** Checks that the wallet address is valid on its network. */
function walletProblems(input: unknown): FieldProblem[] {
  const { data } = WithWallet.safeParse(input);
  if (!data) return [];

  const { network, paymentAddress } = data.x402Config;
  const family = findNetwork(network)?.family ?? 'other';
  const fault = addressFault(family, paymentAddress);
  return fault
    ? [fieldProblem(fault, ['x402Config', 'paymentAddress'], { value: paymentAddress, family })]
    : [];
}
