/* The types of JSON values and the rules for them, as they are described beside a field. Names of types like `string` are code. */

/** Between types. */
export const or: string = ' or ';
export const and: string = ' and ';

/** Before the type of what they contain. */
export const arrayOf: string = 'array of ';
export const mapOf: string = 'map of ';

export const anyValue: string = 'any value';

export const ruleWords = {
  always: 'always',
  oneOf: 'one of',
  format: 'format',
  moreThan: (bound: number): string => `more than ${String(bound)}`,
  lessThan: (bound: number): string => `less than ${String(bound)}`,
  multipleOf: (factor: number): string => `a multiple of ${String(factor)}`,
  noDuplicates: 'no duplicates',
  matches: 'matches',
  byDefault: 'by default',
  deprecated: 'deprecated',
  /** A rule for each entry of an array. */
  each: (rule: string): string => `each ${rule}`,
};

/** What the bounds of a value count. */
export const boundUnits = { characters: 'characters', entries: 'entries' };

/** Bounds of a number, or of a count with its unit. */
export const bounds = {
  exactly: (count: string): string => `exactly ${count}`,
  between: (least: number, most: string): string => `${String(least)} to ${most}`,
  atLeast: (least: string): string => `at least ${least}`,
  atMost: (most: string): string => `at most ${most}`,
};
