import type { TargetAnswer, Webhook } from '../domain/webhook.ts';
import { type Message, secretsOf, signedHeaders } from '../webhooks/message.ts';
import type { Clock, WebhookTargets } from './ports.ts';

interface Dependencies {
  readonly targets: WebhookTargets;
  readonly clock: Clock;
}

/** Sends a message to the target of a webhook, signed with its secrets. Rejects as `WebhookTargets` does. */
export function postTo(
  webhook: Webhook,
  message: Message,
  signal: AbortSignal,
  { targets, clock }: Dependencies,
): Promise<TargetAnswer> {
  const now = clock();
  const headers = signedHeaders(message, secretsOf(webhook, now), now);

  return targets.post({ url: webhook.url, headers, body: message.body }, signal);
}
