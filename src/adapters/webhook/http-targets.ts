import type { EndpointPolicy } from '../../domain/endpoint-url.ts';
import type { TargetAnswer, TargetRequest } from '../../domain/webhook.ts';
import { retryAfter } from '../probe/cooldowns.ts';
import type { HttpProbe } from '../probe/http-probe.ts';
import { isFailed } from '../probe/probe-outcome.ts';

interface Settings {
  readonly probe: Pick<HttpProbe, 'post'>;
  /** Which URLs are posted to; one that was allowed once may not be any more. */
  readonly policy: EndpointPolicy;
  /** 20 s by default. */
  readonly deadlineMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const defaultDeadlineMs = 20_000;

/** Answers are not used. This much is read so that a target that sends one can end properly. */
const maxAnswerBytes = 4 * 1024;

/** Posts to the targets of webhooks as the prober asks endpoints: at public addresses only, which are checked at each connection. */
export class HttpTargets {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async post({ url, headers, body }: TargetRequest, signal: AbortSignal): Promise<TargetAnswer> {
    const { probe, policy, deadlineMs = defaultDeadlineMs, now = Date.now } = this.#settings;
    if (!url.startsWith('https:') && !policy.allowInsecure) return { failure: 'its URL is not https' };

    const options = { deadlineMs, maxBodyBytes: maxAnswerBytes, signal };
    const outcome = await probe.post(url, { json: body, headers }, options);
    if (isFailed(outcome)) return { failure: outcome.detail };

    const at = retryAfter(outcome, now());
    return { status: outcome.status, retryAt: at === undefined ? undefined : new Date(at) };
  }
}
