import type { TargetAnswer, Webhook } from '../domain/webhook.ts';
import { bodyOf } from '../views/body.ts';
import { type Message, randomMessageId } from '../webhooks/message.ts';
import type { Clock, WebhookTargets } from './ports.ts';
import { postTo } from './post-to-webhook.ts';

interface Dependencies {
  readonly targets: WebhookTargets;
  readonly clock: Clock;
}

export type TestAnswer = Pick<Message, 'id'> & { readonly answer: TargetAnswer };

/** Tests that run at once. */
const maxTests = 8;

/** Sends targets an event that is about no service, whenever their owners ask for it, from the server that they ask. */
export class WebhookTests {
  readonly #dependencies: Dependencies;
  readonly #stopping = new AbortController();
  #running = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends one event, once; `busy` while too many others do. @throws {CannotAsk} when this machine is at fault */
  async test(webhook: Webhook): Promise<TestAnswer | 'busy'> {
    if (this.#running >= maxTests) return 'busy';

    const timestamp = this.#dependencies.clock().toISOString();
    const event = { type: 'service.test', timestamp, data: { webhook: webhook.id } };
    const message = { id: randomMessageId(), body: bodyOf(event) };
    this.#running += 1;
    try {
      return {
        id: message.id,
        answer: await postTo(webhook, message, this.#stopping.signal, this.#dependencies),
      };
    } finally {
      this.#running -= 1;
    }
  }

  /** Ends the tests that are under way. */
  stop(): void {
    this.#stopping.abort();
  }
}
