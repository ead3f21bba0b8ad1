import { z } from 'zod';
import { paymentFlags } from '../domain/facts.ts';
import { ServiceId } from '../domain/service-id.ts';

const Decimal = z
  .string()
  .meta({ description: 'Exact decimal, in units of `currency`.', examples: ['0.003'] });
const Block = z.strictObject({ block: z.int(), at: z.iso.datetime() });

/** The payments to a service, as the chain shows them. */
export const PaymentsView = z.strictObject({
  id: ServiceId,
  counted: z.boolean().meta({
    description:
      'False where this catalog has no RPC provider for the network; all other values are then zero or null.',
  }),
  attribution: z.enum(['service', 'wallet']).nullable().meta({
    description:
      '`service` for its own payments, `wallet` for those of a wallet shared with services of the same price.',
  }),
  network: z.string().meta({ description: 'CAIP-2 where the network is known.' }),
  asset: z.string().nullable().meta({ description: 'The token; null where it is not known.' }),
  wallet: z.string(),
  currency: z.string(),
  txCount: z.int(),
  totalRevenue: z.number().meta({ description: 'The exact sum as a number, in units of `currency`.' }),
  uniquePayers: z.int(),
  largestPayerShare: z.number().nullable().meta({
    description: 'The share of the payments that the busiest payer made, 0 to 1; null without payments.',
  }),
  sharedWith: z.int().meta({ description: 'How many other services report some of the same payments.' }),
  flags: z.array(z.enum(paymentFlags)).meta({
    description:
      '`self_payments`: the wallet paid itself; `single_payer`: one payer made more than 90 % of the payments; `wallet_varies`: they cannot be attributed, because each request is asked to pay another wallet.',
  }),
  days: z.array(z.strictObject({ date: z.iso.date(), txCount: z.int(), revenue: Decimal, payers: z.int() })),
  recent: z.array(
    z.strictObject({
      network: z.string().meta({ description: 'CAIP-2; the live 402 may ask to be paid elsewhere.' }),
      tx: z.string(),
      at: z.iso.datetime(),
      amount: Decimal,
      payer: z.string(),
    }),
  ),
  countedFrom: Block.nullable().meta({ description: 'Null before the first pass.' }),
  countedTo: Block.nullable(),
});
export type PaymentsView = z.infer<typeof PaymentsView>;
