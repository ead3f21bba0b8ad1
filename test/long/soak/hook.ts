import { type WebhookTarget, verified, webhookTarget } from '../../support/webhook-target.ts';
import { NewWebhook } from '../../../src/views/webhook.ts';
import type { Cluster } from './cluster.ts';

/** A target that is told of changes by webhook. */
export class Hook {
  /** The ids of messages that told of each change, by `kind id commit`. */
  readonly messages = new Map<string, Set<string>>();
  readonly #target: WebhookTarget;

  private constructor(target: WebhookTarget) {
    this.#target = target;
  }

  static async open(cluster: Cluster, key: string): Promise<Hook> {
    const target = await webhookTarget();
    const hook = new Hook(target);
    const response = await fetch(`${cluster.any().url}/api/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: target.url, kinds: ['created', 'updated', 'deleted'] }),
    });
    const { secret } = NewWebhook.parse(await response.json());
    target.answer((answer, received) => {
      const { kind, id, commit } = verified(received, secret).data;
      const change = `${kind} ${id} ${commit}`;
      hook.messages.set(change, (hook.messages.get(change) ?? new Set()).add(received.id));
      answer.writeHead(204).end();
    });
    return hook;
  }

  close(): Promise<void> {
    return this.#target.close();
  }
}
