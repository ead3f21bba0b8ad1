import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';

/** What handlers find in the Hono context of a request. */
export interface ApiEnv {
  readonly Bindings: Partial<HttpBindings> & {
    readonly requestId: string;
    /** Who sent the request, as limits count clients. */
    readonly client: string;
  };
  readonly Variables: { readonly rateLimit?: Readonly<Record<string, string>> };
}

export type Context = HonoContext<ApiEnv>;
