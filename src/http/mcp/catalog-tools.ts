import { z } from 'zod';
import { categoriesView } from '../../views/categories.ts';
import { Validation } from '../../views/validation.ts';
import { defineTool } from './tool.ts';

export const listCategories = defineTool({
  name: 'list_categories',
  title: 'List categories',
  description: 'Lists the categories of the catalog, with the number of services in each.',
  input: z.strictObject({}),
  output: z.object({
    categories: z.array(z.object({ id: z.string(), name: z.string(), services: z.int() })),
  }),
  call: (_, { store, inTurn }) =>
    inTurn(() => {
      const all = categoriesView(store);
      return {
        answer: { categories: all.map(({ id, name, serviceCount: services }) => ({ id, name, services })) },
      };
    }),
});

export const validateEndpoint = defineTool({
  name: 'validate_endpoint',
  title: 'Check any paid endpoint now',
  description:
    'Requests an endpoint without paying, listed or not, and reports what its live 402 asks for and every fault, with its cure. With pricing and x402Config, compares them too. Slow: it asks the server of a third party.',
  input: z.strictObject({
    endpoint: z.string().meta({ description: 'An https URL.' }),
    method: z
      .string()
      .optional()
      .meta({ description: 'Method that buyers use; GET, then POST when left out.' }),
    pricing: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'currency and pricePerRequest, to compare.' }),
    x402Config: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'network and paymentAddress, to compare.' }),
  }),
  output: Validation,
  isOpenWorld: true,
  call: (given, { validate }) => validate(given),
});
