import { LedgerFault } from '../../domain/unavailable.ts';

/**
 * Why a call failed. `refused`, `large` and `slow` may pass when less is asked for, `throttled` and `broken` when it is asked again,
 * `failing` (HTTP 5xx) either way; `hopeless` needs the operator, and `stopped` is our own doing.
 */
type Kind = 'refused' | 'large' | 'slow' | 'failing' | 'throttled' | 'broken' | 'hopeless' | 'stopped';

interface Facts {
  readonly code?: number | undefined;
  /** How long the provider asks us to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** A call to an RPC provider failed. */
export class RpcFault extends LedgerFault {
  readonly kind: Kind;
  readonly code: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: Kind, message: string, { code, retryAfterMs }: Facts = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The provider answered what no honest chain holds. `what` follows "with". */
export function impossible(method: string, what: string): RpcFault {
  return new RpcFault('broken', `the RPC provider answers ${method} with ${what}`);
}

/** Two answers show two versions of the chain; it was reorganised between them. */
export function otherVersion(): RpcFault {
  return new RpcFault('broken', 'the RPC provider shows two versions of the chain; it may be reorganising');
}
