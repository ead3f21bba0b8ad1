import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Context } from './bindings.ts';

/** How an operation is described: as in OpenAPI 3.1, with zod for every schema. */
export interface Definition extends ZodOpenApiOperationObject {
  readonly method: 'get' | 'post';
  /** With the names of its parameters in braces. */
  readonly path: string;
}

/** One operation of the API: how it is described, and what answers it. */
export interface Route {
  readonly definition: Definition;
  /** Whether requests count against the limit for reading; an operation with a limit of its own counts itself. */
  readonly counted: boolean;
  readonly handle: (c: Context) => Response | Promise<Response>;
}
