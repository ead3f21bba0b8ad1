import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { unitsOf } from '../src/domain/decimal.ts';
import { randomFrom } from './generate.ts';

/** A service that is paid. */
export interface Seller {
  readonly id: string;
  /** In lower case. */
  readonly wallet: string;
  /** Its price in the smallest unit of USDC. */
  readonly units: bigint;
}

/** A payment of the price of a seller. */
export interface Paid {
  readonly seller: Seller;
  /** The number of the payer, from 1 on. */
  readonly payer: number;
  /** From 0 on. */
  readonly block: number;
}

export const usdc = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';
export const secondsPerBlock = 2;
/** The blocks of 30 days but an hour: those that are counted, also if the counting begins an hour later. */
export const month = (30 * 86_400 - 3_600) / secondsPerBlock;

const payers = 20_000;

const Exported = z.array(
  z.object({
    id: z.string(),
    pricing: z.object({ pricePerRequest: z.string() }),
    x402Config: z.object({ paymentAddress: z.string() }),
  }),
);

/** The services of an exported catalog. */
export async function sellersIn(file: string): Promise<Seller[]> {
  const services = Exported.parse(JSON.parse(await readFile(file, 'utf8')));

  return services.map(({ id, pricing, x402Config }) => ({
    id,
    wallet: x402Config.paymentAddress.toLowerCase(),
    units: unitsOf(pricing.pricePerRequest, 6) ?? 0n,
  }));
}

/** The payments of a month by ascending block. Some sellers and payers are much busier than others. The same sellers get the same payments. */
export function* generatePayments(sellers: readonly Seller[], count: number): Generator<Paid> {
  const random = randomFrom(3);
  const skewed = (most: number): number => Math.floor(most * random() ** 2);

  for (let i = 0; i < count; i += 1) {
    const seller = sellers[skewed(sellers.length)];
    const block = Math.floor(((i + random()) * month) / count);
    if (seller) yield { seller, payer: 1 + skewed(payers), block };
  }
}
