import { z } from 'zod';
import type { Snapshot } from '../../domain/snapshot.ts';
import { bodyOf } from '../../views/body.ts';
import { categoriesView, CategoryWithCount } from '../../views/categories.ts';
import { ExportDocument, exportView } from '../../views/export-document.ts';
import { makeAnswer, send } from '../answer.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, notModified, readHeaders, refusals } from '../describe.ts';
import type { Definition, Route } from '../route.ts';

const categoriesDefinition: Definition = {
  method: 'get',
  path: '/api/categories',
  operationId: 'listCategories',
  tag: 'Catalog',
  summary: 'List the categories',
  description: 'Returns every category in catalog order, with the number of services listed in it.',
  responses: {
    200: json(z.array(CategoryWithCount), 'The categories.', readHeaders),
    304: notModified(),
    ...refusals('too_many_requests', 'unavailable'),
  },
};

const exportDefinition: Definition = {
  method: 'get',
  path: '/api/export',
  operationId: 'exportCatalog',
  tag: 'Catalog',
  summary: 'Export the whole catalog',
  description:
    'Returns every service in one document, free of charge. Send `If-None-Match` with the ETag of your copy: while the catalog is unchanged, the answer is an empty 304.',
  responses: {
    200: json(ExportDocument, 'The export document.', readHeaders),
    304: notModified(),
    ...refusals('too_many_requests', 'unavailable'),
  },
};

export const catalogDefinitions = [categoriesDefinition, exportDefinition];

/** Documents about the whole catalog. */
export function catalogRoutes({ store, answers, catalogName, inTurn }: RouteDependencies): Route[] {
  function view(name: string, make: (snapshot: Snapshot) => unknown) {
    return (c: Context): Response | Promise<Response> => {
      const known = answers.find(store.snapshot, name);
      if (known) return send(c, known, store.snapshot.version);

      return inTurn(c, () => {
        const { snapshot } = store;
        const answer = answers.findOrMake(snapshot, name, () => makeAnswer(bodyOf(make(snapshot))));
        return send(c, answer, snapshot.version);
      });
    };
  }

  return [
    { definition: categoriesDefinition, counted: true, handle: view('categories', categoriesView) },
    {
      definition: exportDefinition,
      counted: true,
      handle: view('export', (snapshot) => exportView(snapshot, catalogName)),
    },
  ];
}
