import { fieldSentences, type ProblemFacts, problemMaker, type Sentences } from '../domain/field-problem.ts';
import { quoted } from '../domain/plain-text.ts';

/** Sentences for what can be wrong with a request by ARD. */
const ardSentences = {
  text_missing: ({ name }: ProblemFacts) =>
    `${name} is missing; describe what you need in a sentence, like "weather forecast for a city"`,
  query_too_long: ({ name, max }: ProblemFacts) =>
    `${name} is longer than ${String(max)} characters; use fewer words`,
  page_size_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 100; use pageToken for further entries`,
  page_token_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is no page token; send one as an answer gave it, or leave it out`,
  identifier_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is no identifier; write it like "urn:air:example.com:service:rain", percent-encoded once`,
  filter_value_invalid: ({ name }: ProblemFacts) =>
    `${quoted(name)} must be filtered by a text or a list of 1 to 50 texts; write it like ["verified"]`,
  too_many_filters: ({ name }: ProblemFacts) => `${name} has more than 20 keys; use fewer`,
  path_unsupported: ({ value, expected }: ProblemFacts) =>
    `${quoted(value)} is no path that this registry knows; use one of ${expected ?? ''}`,
  facets_invalid: ({ name }: ProblemFacts) =>
    `${name} must be a list of 1 to 10 facets; write it like [{"field": "tags"}]`,
  facet_limit_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number from 1 to 1000; write it like 20`,
  count_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number of at least 0; write it like 1`,
  expression_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} cannot be read; write it like displayName="rain" AND updatedAfter>"2026-01-31"`,
  expression_field_unknown: ({ name, value, expected }: ProblemFacts) =>
    `${name} names ${quoted(value)}; use ${expected ?? ''}`,
  expression_time_invalid: ({ name, value }: ProblemFacts) =>
    `${name} has the time ${quoted(value)}; write it like "2026-01-31T12:00:00Z"`,
  order_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is no order; write displayName, createdAt or updatedAt, and ASC or DESC after it`,
} as const satisfies Sentences<string>;

/** Makes problems of requests by ARD. */
export const { problem: ardProblem, problems: ardProblems } = problemMaker({
  ...fieldSentences,
  ...ardSentences,
});
