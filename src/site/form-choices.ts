import { networks } from '../domain/network.ts';

/** One choice of a form's field. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Every network that has a name here, main networks first. */
export const networkChoices: readonly Choice[] = [...networks]
  .sort((a, b) => Number(a.testnet) - Number(b.testnet))
  .map(({ name, caip2, title, testnet }) => ({
    value: name ?? caip2,
    label: testnet ? `${title} (test)` : title,
  }));
