import { z } from 'zod/mini';
import { maxEndpointLength, perPolicy } from '../domain/endpoint-url.ts';
import { changeKinds } from '../domain/service-change.ts';
import { readTarget } from './target-url.ts';

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
