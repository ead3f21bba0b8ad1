import type { State } from '../src/open/state.ts';
import { messageOf } from '../src/domain/error-code.ts';
import { AuditTrail } from '../src/live/audit-trail.ts';

/** The audit trail for acts of the operator. What it cannot keep is told on standard error. */
export function operatorTrail({ audit }: Pick<State, 'audit'>): AuditTrail {
  const say = ({ error }: { readonly error?: unknown }, message: string): void => {
    console.error(`${message}: ${messageOf(error)}`);
  };

  return new AuditTrail({
    lines: audit,
    clock: () => new Date(),
    log: { info: say, warn: say, error: say },
  });
}
