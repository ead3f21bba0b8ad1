import { type Facts, fieldSentences, problemMaker, type Sentences } from '../domain/field-problem.ts';
import { quoted } from '../domain/plain-text.ts';

/** The sentences about query parameters alone; rules that bodies have too keep the sentence that they have there. */
const parameterSentences = {
  query_too_long: ({ name, max }: Facts) =>
    `${name} is longer than ${String(max)} characters; ask in fewer words`,
  query_missing: ({ name }: Facts) =>
    `${name} is missing; say in a sentence what you need, like ?${name}=weather+forecast+under+$0.01`,
  limit_invalid: ({ name, value }: Facts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 100; take more with offset`,
  days_invalid: ({ name, value }: Facts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 366; write it like 30`,
  offset_invalid: ({ name, value }: Facts) =>
    `${name} ${quoted(value)} is not a whole number from 0 on; write it like 20`,
  too_many_values: ({ name, max }: Facts) => `${name} has more than ${String(max)} values; ask for fewer`,
  given_twice: ({ name }: Facts) => `${name} is given more than once; give it one value`,
  not_utf8: ({ name }: Facts) => `${name} is not percent-encoded UTF-8; encode it again`,
} as const satisfies Sentences<string>;

export type ParameterCode = keyof typeof parameterSentences;

export const parameterCodes = Object.keys(parameterSentences) as readonly ParameterCode[];

/** Problems of the query of a URL, for the API and the pages alike. */
export const { problem: parameterProblem, problems: parameterProblems } = problemMaker({
  ...fieldSentences,
  ...parameterSentences,
});
