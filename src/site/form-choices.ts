import type { Category } from '../domain/category.ts';
import { chainKey, networks } from '../domain/network.ts';

/** One choice of a form's field. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function categoryChoices(categories: readonly Category[]): Choice[] {
  return categories.map(({ id, name }) => ({ value: id, label: name }));
}

/** Every network that has a name here, main networks first. */
export const networkChoices: readonly Choice[] = [...networks]
  .sort((a, b) => Number(a.testnet) - Number(b.testnet))
  .map(({ name, caip2, title, testnet }) => ({
    value: name ?? caip2,
    label: testnet ? `${title} (test)` : title,
  }));

/** The choices with the value that was given, so that a form keeps also one it does not know. */
export function withGiven(choices: readonly Choice[], given: string): readonly Choice[] {
  return given === '' || choices.some(({ value }) => value === given)
    ? choices
    : [...choices, { value: given, label: given }];
}

/** A network as it was given, by the value of its choice. */
export function knownNetwork(given: string): string {
  return networkChoices.find(({ value }) => chainKey(value) === chainKey(given))?.value ?? given;
}
