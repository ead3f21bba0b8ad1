import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { EndedAct } from '../domain/audit.ts';
import type { ApiKey } from '../registration/api-key.ts';
import type { ProblemCode } from '../views/problem.ts';

/** The Hono context of a request, as handlers find it. */
export interface ApiEnv {
  readonly Bindings: Partial<HttpBindings> & {
    readonly requestId: string;
    /** Who sent the request, as limits count clients. */
    readonly client: string;
  };
  readonly Variables: {
    readonly rateLimit?: Readonly<Record<string, string>>;
    /** The key that opened. */
    readonly key?: ApiKey;
    /** The code of the problem that the request was refused with. */
    readonly refusal?: ProblemCode;
    /** Details of the act for the audit trail, beside its outcome. */
    readonly auditDetails?: Partial<EndedAct>;
  };
}

export type Context = HonoContext<ApiEnv>;
