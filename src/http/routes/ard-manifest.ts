import { ArdManifest, ardManifest, manifestPaths } from '../../views/ard-manifest.ts';
import { bodyOf } from '../../views/body.ts';
import { makeAnswer, send } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, notModified, readHeaders, refusals } from '../describe.ts';
import type { Definition, Route } from '../route.ts';

const [presentPath, formerPath] = manifestPaths;

const definition: Definition = {
  method: 'get',
  path: presentPath,
  operationId: 'getArdManifest',
  tag: 'ARD',
  summary: 'Get where registries of agents find this catalog',
  description:
    'Returns the manifest of ARD (Agentic Resource Discovery): the registry of this server, whose `url` is the base of its operations.',
  responses: {
    200: json(ArdManifest, 'The manifest.', readHeaders),
    304: notModified(),
    ...refusals('too_many_requests'),
  },
};

const formerDefinition: Definition = {
  ...definition,
  path: formerPath,
  operationId: 'getAiCatalog',
  summary: 'Get the same manifest at its former address',
  description: 'Returns the same body, for clients that know the address of ARD before v0.91 alone.',
};

export const ardManifestDefinitions = [definition, formerDefinition];

/** The manifest of this server for registries of agents. */
export function ardManifestRoutes({ store, siteUrl, catalogName }: RouteDependencies): Route[] {
  const answer = makeAnswer(bodyOf(ardManifest({ siteUrl, catalogName }, 'server')));
  const handle: Route['handle'] = (c) => send(c, answer, store.snapshot.version);

  return ardManifestDefinitions.map((each) => ({ definition: each, counted: true, handle }));
}
