import { fieldSentences, type ProblemFacts, problemMaker, type Sentences } from '../domain/field-problem.ts';
import { quoted } from '../domain/plain-text.ts';

/** Sentences for what can be wrong with a webhook. */
const webhookSentences = {
  target_not_url: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not an absolute URL; write it like "https://hooks.example.com/tollbook"`,
  target_too_long: ({ name }: ProblemFacts) => `${name} is longer than 2048 characters; use a shorter one`,
  target_not_https: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not https; serve it over TLS`,
  target_has_credentials: ({ name }: ProblemFacts) =>
    `${name} contains a user name or password; leave them out, and verify the signature of each delivery`,
  target_has_fragment: ({ name }: ProblemFacts) => `${name} contains a fragment; leave out what follows "#"`,
  target_not_public: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not on a public host; use one that the whole Internet can reach`,
  kinds_empty: ({ name }: ProblemFacts) =>
    `${name} is empty; name at least one kind, or leave it out to be told of all`,
  filter_too_long: ({ name }: ProblemFacts) => `${name} is longer than 2000 characters; use fewer parameters`,
  filter_unknown: ({ name, value }: ProblemFacts) =>
    `${name} holds ${quoted(value)}, which is no filter of GET /api/services; correct it, or leave it out`,
} as const satisfies Sentences<string>;

export type WebhookCode = keyof typeof webhookSentences;

export const webhookCodes = Object.keys(webhookSentences) as readonly WebhookCode[];

export const { problem: webhookProblem, problems: webhookProblems } = problemMaker({
  ...fieldSentences,
  ...webhookSentences,
});
