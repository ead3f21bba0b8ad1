import { hiddenCharacter } from '../domain/plain-text.ts';

const maxLevels = 10;
const maxMembers = 64;
const longestName = 100;

/** How many characters of JSON may still be stored. */
export interface Budget {
  left: number;
  readonly of: number;
}

export function budgetOf(characters: number): Budget {
  return { left: characters, of: characters };
}

/**
 * Why a value from outside may not be stored: it is too large or too deep, or hides characters. Undefined where it is fit; it uses up its
 * characters of the budget then. Walks no further than the budget allows, however large the value is.
 */
export function unfitness(value: unknown, budget: Budget): string | undefined {
  const before = budget.left;
  const fault = faultIn(value, 0, budget);
  if (fault !== undefined) budget.left = before;

  return fault;
}

function faultIn(value: unknown, level: number, budget: Budget): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return textFault(value, budget);
  if (level > maxLevels) return `is nested more than ${String(maxLevels)} levels deep`;

  // For lists, the names are places.
  const members = Object.entries(value);
  if (members.length > maxMembers) {
    return `has more than ${String(maxMembers)} members in one object or list`;
  }
  for (const [name, member] of members) {
    const fault = nameFault(name, budget) ?? faultIn(member, level + 1, budget);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nameFault(name: string, budget: Budget): string | undefined {
  if (name === '__proto__') return 'has a member named "__proto__"';

  return name.length > longestName
    ? `has a name of more than ${String(longestName)} characters`
    : textFault(name, budget);
}

function textFault(value: unknown, budget: Budget): string | undefined {
  const text = String(value);
  budget.left -= text.length + 3;
  if (budget.left < 0) return `needs more than what is left of ${String(budget.of)} characters`;

  return hiddenCharacter(text.replaceAll(/[\n\r\t]/g, ' ')) === undefined
    ? undefined
    : 'has a hidden character';
}
