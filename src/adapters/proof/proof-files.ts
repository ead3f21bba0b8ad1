import type { Look } from '../../domain/ownership/method.ts';
import { lookAmong } from '../../domain/proof.ts';
import type { ProbeAnswer, Requester } from '../../domain/probe.ts';
import type { PoliteProbe } from '../probe/polite-probe.ts';
import { isFailed } from '../probe/probe-outcome.ts';

/** A few dozen owners fit in this. */
const maxFileBytes = 4 * 1024;
const defaultDeadlineMs = 10_000;

/** Looks for the lines of owners in files on their hosts. */
export class ProofFiles {
  readonly #prober: Pick<PoliteProbe, 'read'>;
  readonly #deadlineMs: number;

  constructor(prober: Pick<PoliteProbe, 'read'>, deadlineMs = defaultDeadlineMs) {
    this.#prober = prober;
    this.#deadlineMs = deadlineMs;
  }

  /** @throws {CannotAsk} when this machine is at fault, or too many requests are waiting */
  async look(url: string, line: string, requester: Requester): Promise<Look> {
    const options = { maxBodyBytes: maxFileBytes, deadlineMs: this.#deadlineMs, maxRedirects: 0 };
    const outcome = await this.#prober.read(url, options, requester);

    return isFailed(outcome) ? { result: 'unclear', seen: outcome.detail } : lookIn(outcome, line);
  }
}

function lookIn({ status, headers, body, isCut }: ProbeAnswer, line: string): Look {
  if (isBusy(status)) return { result: 'unclear', seen: `it answers ${String(status)}` };
  if (status !== 200) return { result: 'missing', seen: `it answers ${String(status)}, not 200` };

  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (isCut) return { result: 'missing', seen: encoding === 'identity' ? tooLong : unreadable };
  if (unknownTo(encoding)) return { result: 'missing', seen: unreadable };

  // Editors of Windows end lines with CR LF.
  const lines = body.split('\n').map((each) => each.trimEnd());
  return lookAmong(lines, line, 'line');
}

/** Statuses of servers that cannot answer now. Any other says what the file is, or that there is none. */
function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}

const tooLong = 'it is longer than 4 KiB';
const unreadable = 'it is compressed, and longer than 4 KiB or not readable; serve it uncompressed';

function unknownTo(encoding: string): boolean {
  return !['identity', 'gzip', 'x-gzip', 'deflate'].includes(encoding);
}
