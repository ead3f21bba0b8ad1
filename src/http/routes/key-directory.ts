import { z } from 'zod';
import type { RouteDependencies } from '../dependencies.ts';
import { plainHeaders, strictRefusals } from '../describe.ts';
import { baseHeaders } from '../headers.ts';
import type { Definition, Route } from '../route.ts';

const Directory = z.object({
  keys: z.array(
    z.object({
      crv: z.string(),
      kty: z.string(),
      x: z.string(),
      kid: z.string().meta({ description: 'The JWK thumbprint of the key, which signatures name.' }),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});

const signed = (description: string) => ({ description, schema: { type: 'string' as const } });

export const keyDirectoryDefinition: Definition = {
  method: 'get',
  path: '/.well-known/http-message-signatures-directory',
  operationId: 'getKeyDirectory',
  tag: 'Server',
  summary: 'Get the keys that sign the checks of this catalog',
  description:
    'Returns the public keys by which servers verify that a request comes from here (Web Bot Auth). The answer is signed with them itself (RFC 9421).',
  responses: {
    200: {
      description: 'The keys, as JWKs.',
      headers: {
        ...plainHeaders,
        Signature: signed('The signature of this answer.'),
        'Signature-Input': signed('What is signed, and by which key.'),
      },
      content: { 'application/http-message-signatures-directory+json': { schema: Directory } },
    },
    ...strictRefusals('keys_absent', 'too_many_requests'),
  },
};

/** A signature is valid for a day. */
const cached = { 'Cache-Control': 'public, max-age=3600' };

export function keyDirectoryRoutes({ keyDirectory, refuse }: RouteDependencies): Route[] {
  const handle: Route['handle'] = (c) => {
    if (!keyDirectory) return refuse(c, { code: 'keys_absent' });

    const { body, headers } = keyDirectory();
    return new Response(body, { headers: { ...baseHeaders(c), ...cached, ...headers } });
  };

  return [{ definition: keyDirectoryDefinition, counted: true, handle }];
}
