import { ApiError } from '../../src/client/client.ts';
import { printable } from '../../src/domain/plain-text.ts';
import { faultOf } from '../../src/domain/system-fault.ts';
import { UsageFault } from '../usage-fault.ts';
import type { ExitCode } from './exit-code.ts';
import { shellDetail, typedName } from './shell-cure.ts';

/** What is printed on standard error for a failure, safe to print. */
export function failureLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [`tollbook: ${printable(faultOf(error), 1000)}`];

  const { status, code, errors, problem } = error;
  const detail = shellDetail(error);
  const { existing, reason } = problem;
  const isOwn = code === 'redirected' || code === 'answer_invalid';
  return [
    `tollbook: ${printable(isOwn ? detail.replace(/\bbaseUrl\b/, '--url') : detail, 1000)}`,
    ...errors.slice(0, 100).map((fault) => printable(`  ${typedName(fault.pointer)}: ${fault.detail}`)),
    ...(typeof existing === 'string' ? [printable(`  listed: ${existing.replace(/^.*\//, '')}`)] : []),
    ...(typeof reason === 'string' ? [printable(`  the operator says: ${reason}`)] : []),
    printable(`  (${status === 0 ? '' : `HTTP ${String(status)}, `}${code})`),
  ];
}

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof UsageFault ? 2 : 1;
}
