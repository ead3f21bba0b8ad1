import { z } from 'zod/mini';
import { notInUrl } from '../domain/endpoint-text.ts';
import { type EndpointPolicy, isPublicHost, maxEndpointLength, perPolicy } from '../domain/endpoint-url.ts';
import { changeKinds } from '../domain/service-change.ts';
import { quoted } from '../domain/plain-text.ts';
import { fieldSentences, type ProblemFacts, problemMaker, type Sentences } from '../domain/field-problem.ts';

export const webhookRequest = perPolicy((policy) =>
  z.strictObject({
    url: z.pipe(
      z.string().check(
        z.meta({
          description:
            'Where changes are posted to: an https URL of a public host, without credentials or fragment. Redirects are not followed.',
          format: 'uri',
          maxLength: maxEndpointLength,
          examples: ['https://hooks.example.com/tollbook'],
        }),
      ),
      z.transform((given: string, { issues }) => {
        const read = readTarget(given, policy);
        if ('url' in read) return read.url;

        issues.push(
          ...read.faults.map((fault) => ({ code: 'custom' as const, message: fault, input: given })),
        );
        return z.NEVER;
      }),
    ),
    kinds: z.optional(
      z
        .array(z.enum(changeKinds))
        .check(
          z.minLength(1, { error: 'kinds_empty' }),
          z.meta({ description: 'Kinds of changes to be told of; all by default.', examples: [['created']] }),
        ),
    ),
    query: z.optional(
      z.string().check(
        z.maxLength(2000, { error: 'filter_too_long' }),
        z.meta({
          description:
            'Filters of GET /api/services, as in its URL: a change is told if its service matches. By default, all are.',
          examples: ['category=weather-environment&chain=base'],
        }),
      ),
    ),
  }),
);
export type WebhookRequest = Readonly<z.infer<ReturnType<typeof webhookRequest>>>;

/** Reads the URL of a target, or says everything that is wrong with it. Unlike an endpoint, it may have a query. */
function readTarget(
  text: string,
  policy: EndpointPolicy,
): { readonly url: string } | { readonly faults: readonly WebhookCode[] } {
  if (text.length > maxEndpointLength) return { faults: ['target_too_long'] };

  const url = /^https?:\/\/[^/]/i.test(text) && !notInUrl.test(text) ? URL.parse(text) : null;
  if (!url) return { faults: ['target_not_url'] };

  const faults = faultsOf(url, text, policy);
  if (faults.length > 0) return { faults };
  return url.href.length > maxEndpointLength ? { faults: ['target_too_long'] } : { url: url.href };
}

function faultsOf(url: URL, text: string, { allowInsecure }: EndpointPolicy): WebhookCode[] {
  const faults: [WebhookCode, boolean][] = [
    ['target_not_https', url.protocol !== 'https:' && !allowInsecure],
    ['target_has_credentials', /^[^/]*\/\/[^/?#]*@/.test(text)],
    ['target_has_fragment', text.includes('#')],
    ['target_not_public', url.port === '0' || (!isPublicHost(url.hostname) && !allowInsecure)],
  ];

  return faults.filter(([, found]) => found).map(([fault]) => fault);
}

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

type WebhookCode = keyof typeof webhookSentences;

export const webhookCodes = Object.keys(webhookSentences) as readonly WebhookCode[];

export const { problem: webhookProblem, problems: webhookProblems } = problemMaker({
  ...fieldSentences,
  ...webhookSentences,
});
