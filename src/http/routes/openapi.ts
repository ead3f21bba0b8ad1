import { bodyOf } from '../../views/body.ts';
import { makeAnswer, send } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { describeApi, openApiDefinition } from '../openapi.ts';
import type { Route } from '../route.ts';

export function openApiRoutes({ store, siteUrl, version }: RouteDependencies): Route[] {
  const answer = makeAnswer(bodyOf(describeApi(siteUrl, version)));

  return [
    { definition: openApiDefinition, counted: false, handle: (c) => send(c, answer, store.snapshot.version) },
  ];
}
