import { type ProblemFacts, fieldSentences, problemMaker, type Sentences } from '../domain/field-problem.ts';
import { factsOf } from '../domain/families/families.ts';
import { quoted } from '../domain/plain-text.ts';

/** Sentences for rules that only query parameters have; the domain holds those of rules that also apply to bodies. */
const parameterSentences = {
  query_too_long: ({ name, max }: ProblemFacts) =>
    `${name} is longer than ${String(max)} characters; use fewer words`,
  query_missing: ({ name }: ProblemFacts) =>
    `${name} is missing; describe what you need in a sentence, like ?${name}=weather+forecast+under+$0.01`,
  limit_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 100; ask for further pages to get more`,
  days_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number of days from 1 to a year; write it like 30`,
  share_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a share from 0 to 1; write it like 0.95`,
  host_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a host; write it like "api.example.com", without a port or path`,
  pay_to_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not the address of a wallet; write ${factsOf('other').addressForm}`,
  percent_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 100; write it like 99`,
  price_range_empty: ({ name }: ProblemFacts) =>
    `${name} is above maxPricePerRequest, so that no price fits; swap the two, or leave one out`,
  cursor_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is no cursor; send one as an answer gave it, or leave it out`,
  change_limit_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 1000; go on from \`next\` for more`,
  page_size_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 1000; use offset for further entries`,
  pay_to_missing: ({ name }: ProblemFacts) => `${name} is missing; give the address of a wallet`,
  wait_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number of seconds from 0 to 30; write it like 30`,
  time_unreadable: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is neither a day nor a time with its zone; write it like 2026-01-31 or 2026-01-31T12:00:00Z`,
  offset_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number of at least 0; write it like 20`,
  too_many_values: ({ name, max }: ProblemFacts) => `${name} has more than ${String(max)} values; name fewer`,
  given_twice: ({ name }: ProblemFacts) => `${name} is given more than once; give it once`,
  unknown_parameter: ({ name, expected }: ProblemFacts) =>
    expected === undefined
      ? `${quoted(name)} is not a parameter of this path, which takes none; leave it out`
      : `${quoted(name)} is not a parameter of this path; write ${expected}, or leave it out`,
  not_utf8: ({ name }: ProblemFacts) => `${name} is not percent-encoded UTF-8; encode it as UTF-8`,
} as const satisfies Sentences<string>;

export type ParameterCode = keyof typeof parameterSentences;

export const parameterCodes = Object.keys(parameterSentences) as readonly ParameterCode[];

/** Makes problems about the query of a URL, for the API and the pages. */
export const { problem: parameterProblem, problems: parameterProblems } = problemMaker({
  ...fieldSentences,
  ...parameterSentences,
});
