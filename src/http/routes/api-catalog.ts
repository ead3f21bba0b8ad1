import { z } from 'zod';
import { bodyOf } from '../../views/body.ts';
import { makeAnswer, send } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { catalogHeaders, json, notModified, strictRefusals } from '../describe.ts';
import type { Definition, Route } from '../route.ts';

const path = '/.well-known/api-catalog';

/** The media type, with the profile that RFC 9727 asks for. */
const type = 'application/linkset+json';
const profile = 'https://www.rfc-editor.org/info/rfc9727';

const Links = z.array(z.strictObject({ href: z.url(), type: z.string().optional() }));
const Linkset = z.strictObject({
  linkset: z.array(
    z.strictObject({
      anchor: z.url(),
      item: Links.optional(),
      'service-desc': Links.optional(),
      'service-doc': Links.optional(),
      status: Links.optional(),
    }),
  ),
});

export const apiCatalogDefinition: Definition = {
  method: 'get',
  path,
  operationId: 'getApiCatalog',
  tag: 'Server',
  summary: 'Get where the API of this server is described',
  description:
    'Returns an API catalog (RFC 9727): the API of this server, with its OpenAPI document, its reference and its health. The services that it lists are not in it.',
  responses: {
    200: {
      ...json(Linkset, 'The catalog, as a linkset (RFC 9264).', catalogHeaders),
      content: { [type]: { schema: Linkset } },
    },
    304: notModified(catalogHeaders),
    ...strictRefusals('too_many_requests'),
  },
};

export function apiCatalogRoutes({ store, siteUrl }: RouteDependencies): Route[] {
  const linkset: z.infer<typeof Linkset>['linkset'] = [
    { anchor: siteUrl + path, item: [{ href: `${siteUrl}/api` }] },
    {
      anchor: `${siteUrl}/api`,
      'service-desc': [{ href: `${siteUrl}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${siteUrl}/docs/api/`, type: 'text/html' }],
      status: [{ href: `${siteUrl}/health`, type: 'application/json' }],
    },
  ];
  const answer = makeAnswer(bodyOf({ linkset }), {
    'Content-Type': `${type}; profile="${profile}"`,
    Link: `<${siteUrl}${path}>; rel="api-catalog"`,
  });

  return [
    {
      definition: apiCatalogDefinition,
      counted: true,
      handle: (c) => send(c, answer, store.snapshot.version),
    },
  ];
}
