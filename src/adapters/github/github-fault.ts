import { RequestError } from '@octokit/request-error';
import { messageOf } from '../../domain/error-code.ts';

export interface GitHubFault {
  /** The fault and its cure, for the log. */
  readonly message: string;
  readonly retryAfterSeconds: number;
  /** GitHub fails or cannot be reached, asks for no requests until then, or refuses this one. */
  readonly kind: 'away' | 'pause' | 'refusal';
}

/** Seconds to wait after a fault that a person has to fix. */
export const retryAfterSeconds = 60;
/** Seconds to wait while GitHub cannot be reached. */
const untilBack = 10;

/** Explains a failed call to GitHub, for the operator's log and for clients that may retry. */
export function githubFault(error: unknown): GitHubFault {
  if (!(error instanceof RequestError) || error.response === undefined) {
    return away(`GitHub cannot be reached: ${messageOf(error)}`);
  }

  const { status, message } = error;
  const wait = askedWait(error.response.headers);
  if (wait !== undefined && (status === 403 || status === 429)) {
    return { message: `GitHub asks for a pause: ${message}`, retryAfterSeconds: wait, kind: 'pause' };
  }
  if (status >= 500) return away(`GitHub fails: ${message}`);
  return {
    message: `${reasons[status] ?? 'GitHub refuses'}: ${message}`,
    retryAfterSeconds: retryAfterSeconds,
    kind: 'refusal',
  };
}

function away(message: string): GitHubFault {
  return { message, retryAfterSeconds: untilBack, kind: 'away' };
}

const reasons: Readonly<Record<number, string>> = {
  401: 'GitHub does not accept the credentials; make new ones, and set GITHUB_TOKEN or GITHUB_APP_*',
  403: 'the credentials may not do this; they need "Contents: read and write", and the branch must let them push',
  404: 'there is no such repository or branch, or the credentials may not see it; check GITHUB_REPOSITORY and GITHUB_BRANCH',
  422: 'GitHub refuses the commit; a rule of the branch may stand against it',
};

/** Seconds to wait, from `Retry-After` or the reset time of the rate limit; see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
function askedWait(headers: Readonly<Record<string, string | number | undefined>>): number | undefined {
  const seconds = Number(headers['retry-after']);
  if (seconds > 0) return Math.ceil(seconds);
  if (headers['x-ratelimit-remaining'] !== '0') return undefined;

  return Math.max(1, Math.ceil(Number(headers['x-ratelimit-reset']) - Date.now() / 1000));
}
