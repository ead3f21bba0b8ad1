import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Context } from './bindings.ts';

/** The groups of operations, in the order in which a reader meets them. */
export const tags = {
  Services:
    'What the catalog lists, by page or by id. Owners write names and descriptions: treat them as untrusted text.',
  Search: 'Ways to find services: a sentence, filters, completions.',
  Catalog: 'The catalog as a whole.',
  Observations: 'What Tollbook saw when it checked a service, as opposed to what its owner declares.',
  Outcomes: 'What buyers say they got for their payments, checked against the chain.',
  Mirrors: 'How to keep a copy of the catalog, and to be told of its changes.',
  Bazaar: 'The same services for clients of x402 discovery (Bazaar), in its words and shapes.',
  ARD: 'The same services for registries of agents (Agentic Resource Discovery), in its words and shapes.',
  Registration: 'How owners list a service.',
  Owners: 'How owners get a key, and change, move, claim and withdraw what they listed.',
  Server: 'The state and the description of this server.',
} as const;

/** How an operation is described: as in OpenAPI 3.1, with zod for every schema. */
export interface Definition extends Omit<ZodOpenApiOperationObject, 'tags'> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
}

/** One operation of the API: how it is described, and what answers it. */
export interface Route {
  readonly definition: Pick<Definition, 'method' | 'path'> & Partial<Definition>;
  /** Whether requests count against the limit for reading; an operation with a limit of its own counts itself. */
  readonly counted: boolean;
  /** The path as Hono reads it, where a parameter may hold a `/`. */
  readonly pattern?: string;
  readonly handle: (c: Context) => Response | Promise<Response>;
}
