import { z } from 'zod';
import { bodyOf } from '../../views/body.ts';
import { categoriesView, CategoryWithCount } from '../../views/categories.ts';
import { type Answer, makeAnswer, sendHot } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, notModified, readHeaders, strictRefusals } from '../describe.ts';
import type { Definition, Route } from '../route.ts';

export const categoriesDefinition: Definition = {
  method: 'get',
  path: '/api/categories',
  operationId: 'listCategories',
  tag: 'Catalog',
  summary: 'List the categories',
  description: 'Returns every category in catalog order, with the number of services listed in it.',
  responses: {
    200: json(z.array(CategoryWithCount), 'The categories.', readHeaders),
    304: notModified(),
    ...strictRefusals('too_many_requests', 'unavailable'),
  },
};

export function categoryRoutes({ store, answers, inTurn }: RouteDependencies): Route[] {
  return [
    {
      definition: categoriesDefinition,
      counted: true,
      handle(c) {
        const known = answers.find(store.snapshot, 'categories');
        if (known) return sendHot(c, known, store.snapshot.version);

        return inTurn(c, () => {
          const { snapshot } = store;
          const make = (): Answer => makeAnswer(bodyOf(categoriesView(store)));
          return sendHot(c, answers.findOrMake(snapshot, 'categories', make), snapshot.version);
        });
      },
    },
  ];
}
