import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from './bindings.ts';

/** One operation of the API: how it is described, and what answers it. */
export interface Route {
  readonly definition: RouteConfig;
  /** Whether requests count against the limit for reading; an operation with a limit of its own counts itself. */
  readonly counted: boolean;
  readonly handle: (c: Context) => Response | Promise<Response>;
}
