export const auditedActs = [
  'register',
  'register_batch',
  'update',
  'remove',
  'restore',
  'transfer',
  'claim',
  'reply_outcome',
  'forget',
  'make_key',
  'revoke_key',
  'create_webhook',
  'remove_webhook',
  'test_webhook',
  'rotate_webhook',
  'enable_webhook',
  'replay_delivery',
  'block',
  'unblock',
] as const;
export type AuditedAct = (typeof auditedActs)[number];

/** Where an act comes from; nothing is known of that for commands of the operator. */
interface ActOrigin {
  /** The address of a client, as limits count it: an IPv4 address, or the /64 of an IPv6 address. */
  readonly client?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The same of an act that came over the network. */
export interface ClientOrigin extends ActOrigin {
  readonly client: string;
}

/** An act before it begins. */
export interface BegunAct extends ActOrigin {
  readonly at: Date;
  readonly act: AuditedAct;
  /** Whose key acts; for acts of the operator, the owner whom they concern. */
  readonly owner?: string | undefined;
  readonly key?: string | undefined;
  readonly service?: string | undefined;
  /** The key, webhook, owner or host that the act is about. */
  readonly subject?: string | undefined;
}

export interface EndedAct {
  /** `done`, or why not: the code of the problem that the client got, or `failed`. */
  readonly outcome: string;
  readonly subject?: string | undefined;
  /** The services that it made. Each beyond one gets a line of its own. */
  readonly services?: readonly string[] | undefined;
}

export interface AuditLine extends BegunAct {
  /** Its place in the trail: later lines have higher numbers. */
  readonly number: number;
  /** Undefined where the end of the act is not known: it is still running, or the process or the database ended first. */
  readonly outcome: string | undefined;
}

/** Which lines are wanted; all that are named must match. */
export interface AuditFilter {
  readonly since?: Date | undefined;
  readonly owner?: string | undefined;
  readonly service?: string | undefined;
  /** Only lines before this one. */
  readonly before?: number | undefined;
}

/** Which acts of owners who make their own keys are counted. */
export interface MadeFilter {
  readonly acts: readonly AuditedAct[];
  readonly client: string;
  /** Only after this time. */
  readonly since: Date;
}

/** How long lines are retained. They hold addresses of clients. */
export const auditDays = 90;

/** Past it, the oldest lines go. A line takes some 200 bytes. */
export const maxAuditLines = 1_000_000;
