import { z } from 'zod';
import { type AuditLine, auditedActs } from '../domain/audit.ts';
import { Timestamp } from '../domain/timestamp.ts';

/** A line of the audit trail. */
export const AuditLineView = z.strictObject({
  number: z.int().meta({ description: 'Its place in the trail. Later lines have higher numbers.' }),
  at: Timestamp,
  act: z.enum(auditedActs),
  owner: z.nullable(z.string()).meta({
    description: 'Whose key acted; for acts of the operator, the owner whom they concern.',
  }),
  key: z.nullable(z.string()).meta({ description: 'Id of the key that acted.' }),
  service: z.nullable(z.string()).meta({ description: 'Id of the service that the act was about.' }),
  subject: z
    .nullable(z.string())
    .meta({ description: 'The key, webhook, owner or host that the act was about.' }),
  client: z.nullable(z.string()).meta({
    description:
      'Address of the client (of IPv6 the /64); null for acts of the operator on the command line.',
  }),
  requestId: z.nullable(z.string()).meta({ description: 'As in the log.' }),
  outcome: z.nullable(z.string()).meta({
    description:
      '`done`, `replayed`, `failed`, or the code of a problem; null while the act runs, and where the server or the database ended first.',
    examples: ['done'],
  }),
});
export type AuditLineView = z.infer<typeof AuditLineView>;

export const AuditPage = z
  .strictObject({
    lines: z.array(AuditLineView),
    next: z.nullable(z.int()).meta({ description: 'The `before` of the next page; null on the last one.' }),
  })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;

export function auditLineView(line: AuditLine): AuditLineView {
  const { number, at, act, owner, key, service, subject, client, requestId, outcome } = line;

  return {
    number,
    at: at.toISOString(),
    act,
    owner: owner ?? null,
    key: key ?? null,
    service: service ?? null,
    subject: subject ?? null,
    client: client ?? null,
    requestId: requestId ?? null,
    outcome: outcome ?? null,
  };
}

/** A page of lines, where as many as were asked for may have others behind them. */
export function auditPage(lines: readonly AuditLine[], limit: number): AuditPage {
  const next = lines.length < limit ? undefined : lines.at(-1)?.number;

  return { lines: lines.map(auditLineView), next: next ?? null };
}
