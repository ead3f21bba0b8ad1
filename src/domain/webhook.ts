import type { FeedPosition } from './feed-position.ts';
import type { Actor } from './owner.ts';
import type { ChangeKind, NumberedChange } from './service-change.ts';

export const offCauses = ['failing', 'gone', 'owner_blocked', 'host_blocked'] as const;
type OffCause = (typeof offCauses)[number];

/** While a webhook is off, nothing is sent to its target. */
export interface Off {
  readonly cause: OffCause;
  /** The cause as a sentence for the owner. */
  readonly reason: string;
  readonly at: Date;
}

/** A secret that was replaced, and until when it signs beside the new one. */
export interface FormerSecret {
  readonly secret: string;
  readonly until: Date;
}

export interface ChangeFilter {
  readonly kinds: readonly ChangeKind[];
  /** Parameters of the list, as a query string; empty for all services. */
  readonly query: string;
}

/** A target that receives the changes of the catalog, for its owner. */
export interface Webhook extends Actor, ChangeFilter {
  readonly id: string;
  readonly url: string;
  /** `whsec_` and 32 bytes in base64. It is stored in plain text, because it signs. */
  readonly secret: string;
  readonly former: FormerSecret | undefined;
  readonly createdAt: Date;
  /** After the last change of the feed that was delivered or filtered out. */
  readonly place: FeedPosition;
  /** When it last skipped changes, because they were pruned. */
  readonly missedAt: Date | undefined;
  readonly off: Off | undefined;
  /** Until when the target is left alone. */
  readonly pausedUntil: Date | undefined;
  /** When the target last accepted a delivery. */
  readonly acceptedAt: Date | undefined;
}

export interface ActiveWebhook extends Webhook {
  readonly waiting: number;
}

export interface WebhookState {
  /** Set where the try switches it off. */
  readonly off?: Off;
  /** Set where the target accepted the delivery. */
  readonly acceptedAt?: Date;
  /** Until when the target is left alone. */
  readonly pausedUntil: Date | undefined;
}

export interface WebhookLimits {
  readonly ofOwner: number;
  readonly inAll: number;
}

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
/** `failed` after the last try, while the target accepted others. */
type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One change on its way to one target. */
export interface Delivery {
  /** The `webhook-id` of all of its tries, by which receivers know that they have seen it. */
  readonly id: string;
  readonly webhook: string;
  /** Of the database that numbered the change. */
  readonly epoch: string;
  readonly change: NumberedChange;
  readonly status: DeliveryStatus;
  readonly tries: number;
  /** Where it is in the schedule of retries; begins at 0, again with each replay. */
  readonly step: number;
  readonly firstTriedAt: Date | undefined;
  readonly lastTriedAt: Date | undefined;
  /** When it is tried next; undefined unless it waits. */
  readonly nextTryAt: Date | undefined;
  /** The status of the last answer; undefined where there was none. */
  readonly httpStatus: number | undefined;
  /** The fault of the last try, as a part of a sentence. */
  readonly detail: string | undefined;
}

export interface FeedMove {
  readonly webhook: string;
  readonly from: FeedPosition;
  readonly to: FeedPosition;
  /** One for each change in between that passes the filter. */
  readonly deliveries: readonly Delivery[];
  /** Set where changes in between were pruned. */
  readonly missedAt?: Date;
}

/** The answer of a target, or why there is none. */
export type TargetAnswer =
  | {
      readonly status: number;
      /** When it wants to be asked again (`Retry-After`). */
      readonly retryAt: Date | undefined;
    }
  | { readonly failure: string };

export interface TargetRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
