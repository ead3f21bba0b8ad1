import { ApiError } from '../../src/client/client.ts';
import { printable } from '../../src/domain/plain-text.ts';
import { faultOf } from '../system-fault.ts';
import { UsageFault } from '../usage-fault.ts';
import type { ExitCode } from './exit-code.ts';

/** What is printed on standard error for a failure, safe to print. */
export function failureLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [`tollbook: ${printable(faultOf(error), 1000)}`];

  const { status, code, detail, errors, problem } = error;
  const existing = problem['existing'];
  const isOwn = code === 'redirected' || code === 'answer_invalid';
  return [
    `tollbook: ${printable(isOwn ? detail.replace(/\bbaseUrl\b/, '--url') : detail, 1000)}`,
    ...errors.slice(0, 100).map((fault) => printable(`  ${fault.pointer}: ${fault.detail}`)),
    ...(typeof existing === 'string' ? [printable(`  listed: ${existing}`)] : []),
    printable(`  (${status === 0 ? '' : `HTTP ${String(status)}, `}${code})`),
  ];
}

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof UsageFault ? 2 : 1;
}
