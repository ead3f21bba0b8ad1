import { z } from 'zod';

/**
 * Reads answers of ARD as strictly as the strictest client that is known: one that drops a whole answer for one entry that it does not
 * like. Fields that it does not know pass; nulls do not.
 */
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const segment = String.raw`[A-Za-z0-9._~!$&'()*+,;=@%-]+`;
const identifier = new RegExp(`^urn:air:(?=.{1,253}:)(?:${label}\\.)+[A-Za-z]{2,63}(?::${segment})+$`);

const texts = z.array(z.string()).optional();
const fields = {
  identifier: z.string().regex(identifier),
  displayName: z.string().min(1),
  type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  url: z.url().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  description: z.string().optional(),
  tags: texts,
  capabilities: texts,
  representativeQueries: z.array(z.string().min(1)).min(2).max(5).optional(),
  version: z.string().optional(),
  updatedAt: z.iso.datetime().optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  trustManifest: z.looseObject({ identity: z.string() }).optional(),
};

const hasOneContent = ({ url, data }: { url?: unknown; data?: unknown }): boolean =>
  (url === undefined) !== (data === undefined);

const one = { error: 'exactly one of url and data must be there' };

/** An entry; that of its identifier's domain vouches for it. */
export const ReadEntry = z
  .looseObject(fields)
  .refine(hasOneContent, one)
  .refine(
    ({ identifier: name, trustManifest: trust }) =>
      !trust || new URL(trust.identity).hostname === name.split(':')[2],
    { error: 'the identity must be of the domain in the identifier' },
  );

const ReadResult = z
  .looseObject({ ...fields, score: z.int().min(0).max(100), source: z.url() })
  .refine(hasOneContent, one);

export const ReadSearch = z.looseObject({
  results: z.array(ReadResult),
  referrals: z.array(ReadEntry).optional(),
  pageToken: z.string().optional(),
});

export const ReadList = z.looseObject({
  items: z.array(ReadEntry),
  total: z.int(),
  pageToken: z.string().optional(),
});

export const ReadExplore = z.strictObject({
  resultType: z.literal('facets'),
  facets: z.record(
    z.string(),
    z.strictObject({
      buckets: z.array(z.strictObject({ value: z.string(), count: z.int().min(1) })),
      otherCount: z.int().min(0).optional(),
    }),
  ),
});

export const ReadManifest = z.looseObject({
  specVersion: z.literal('1.0'),
  host: z.looseObject({ displayName: z.string() }),
  entries: z.array(ReadEntry),
});

export const ReadError = z.strictObject({
  errorCode: z.enum([
    'INVALID_ARGUMENT',
    'UNAUTHENTICATED',
    'NOT_FOUND',
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
  ]),
  message: z.string().min(1),
});
