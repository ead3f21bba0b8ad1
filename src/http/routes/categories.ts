import { z } from 'zod';
import { bodyOf } from '../../views/body.ts';
import { categoriesView, CategoryWithCount } from '../../views/categories.ts';
import { makeAnswer, sendHot } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { readAnswers, readHeaders } from '../describe.ts';
import type { Definition, Route } from '../route.ts';

export const categoriesDefinition: Definition = {
  method: 'get',
  path: '/api/categories',
  operationId: 'listCategories',
  tag: 'Catalog',
  summary: 'List the categories',
  description: 'Returns every category in catalog order, with the number of services listed in it.',
  responses: readAnswers(z.array(CategoryWithCount), 'The categories.', readHeaders),
};

export function categoryRoutes({ store, inTurn }: RouteDependencies): Route[] {
  return [
    {
      definition: categoriesDefinition,
      counted: true,
      handle: (c) =>
        inTurn(c, () => sendHot(c, makeAnswer(bodyOf(categoriesView(store))), store.snapshot.version)),
    },
  ];
}
