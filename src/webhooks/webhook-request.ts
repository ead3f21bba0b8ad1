import { z } from 'zod/mini';
import { notInUrl } from '../domain/endpoint-text.ts';
import { type EndpointPolicy, isPublicHost, maxEndpointLength, perPolicy } from '../domain/endpoint-url.ts';
import { changeKinds } from '../domain/service-change.ts';
import type { WebhookCode } from './webhook-problem.ts';

/** The body of a request for a webhook. */
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
