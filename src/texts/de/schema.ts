import type * as english from '../en/schema.ts';

export const or: typeof english.or = ' oder ';
export const and: typeof english.and = ' und ';

export const arrayOf: typeof english.arrayOf = 'Array von ';
export const mapOf: typeof english.mapOf = 'Map von ';

export const anyValue: typeof english.anyValue = 'beliebiger Wert';

export const ruleWords: typeof english.ruleWords = {
  always: 'immer',
  oneOf: 'eins von',
  format: 'Format',
  moreThan: (bound) => `mehr als ${String(bound)}`,
  lessThan: (bound) => `weniger als ${String(bound)}`,
  multipleOf: (factor) => `ein Vielfaches von ${String(factor)}`,
  noDuplicates: 'keine doppelten Elemente',
  matches: 'passend zu',
  byDefault: 'Vorgabe',
  deprecated: 'abgekündigt',
  each: (rule) => `je Element: ${rule}`,
};

export const boundUnits: typeof english.boundUnits = { characters: 'Zeichen', entries: 'Elemente' };

export const bounds: typeof english.bounds = {
  exactly: (count) => `genau ${count}`,
  between: (least, most) => `${String(least)} bis ${most}`,
  atLeast: (least) => `mindestens ${least}`,
  atMost: (most) => `höchstens ${most}`,
};
