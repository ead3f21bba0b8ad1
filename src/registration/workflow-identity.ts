import type { Actor } from '../domain/owner.ts';
import { quoted } from '../domain/plain-text.ts';

/** The issuer of the tokens of GitHub Actions. Only its owners are `github:<id>`. */
export const gitHubIssuer = 'https://token.actions.githubusercontent.com';

/** The members of a token's payload. */
export type Claims = Readonly<Record<string, unknown>>;

/** Events that only a repository's schedule, and people who may write to it, bring about. */
const trustedEvents = ['push', 'release', 'schedule', 'workflow_dispatch'];

/** Why not others. Of those that are missing here, it is enough to say that they are not needed. */
const distrust: ReadonlyMap<unknown, string> = new Map([
  ['pull_request', 'which anybody can open'],
  ['pull_request_target', 'which anybody can bring about by a pull request'],
  ['workflow_run', 'which may follow a workflow that a pull request started'],
  ['issue_comment', 'which anybody can bring about by a comment'],
]);

/** No claim names the default branch, so the names that it usually has stand for it. */
const usualDefaults = ['refs/heads/main', 'refs/heads/master'];

/**
 * Whom a workflow acts for, by the claims of its token. Signature, issuer, audience and times are verified already. Ids decide, and
 * never names or `sub`, since somebody else can take the name of a repository that was renamed.
 */
export function workflowIdentity(
  claims: Claims,
  issuer: string,
): { readonly actor: Actor } | { readonly fault: string } {
  const { repository_owner_id: ownerId, repository_id: repository } = claims;
  const fault = eventFault(claims) ?? refFault(claims);
  if (fault !== undefined) return { fault };
  if (!isOwnerId(ownerId, issuer)) return { fault: idFault('repository_owner_id', ownerId) };
  if (!isNumber(repository)) return { fault: idFault('repository_id', repository) };

  const owner = issuer === gitHubIssuer ? `github:${ownerId}` : `oidc:${new URL(issuer).host}:${ownerId}`;
  return { actor: { owner, repository } };
}

function eventFault({ event_name: event }: Claims): string | undefined {
  if (typeof event === 'string' && trustedEvents.includes(event)) return undefined;

  const reason = distrust.get(event) ?? 'which gives no key';
  return `the token was issued for the event ${quoted(event)}, ${reason}; run the workflow on push, release, schedule or workflow_dispatch`;
}

/**
 * Schedules run on the default branch only, and releases on their tag. Other events may be of any branch, also of one that nobody
 * reviews. `ref_protected` does not help, since the rules of a repository may protect every branch.
 */
function refFault({ event_name: event, ref }: Claims): string | undefined {
  const isDefault = typeof ref === 'string' && (usualDefaults.includes(ref) || isImplied(event, ref));
  if (isDefault) return undefined;

  return `the token was issued for ${quoted(ref)}, which may not be the default branch; run the workflow on main or master, or on a schedule or a release`;
}

function isImplied(event: unknown, ref: string): boolean {
  return (
    (event === 'schedule' && ref.startsWith('refs/heads/')) ||
    (event === 'release' && ref.startsWith('refs/tags/'))
  );
}

/** Other issuers need not number their owners. */
function isOwnerId(value: unknown, issuer: string): value is string {
  return issuer === gitHubIssuer
    ? isNumber(value)
    : typeof value === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(value);
}

function isNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,20}$/.test(value);
}

function idFault(claim: string, value: unknown): string {
  return `the claim ${claim} of the token is ${quoted(value)}, which is no id; send the token as the issuer made it`;
}

/** Turns the OIDC token of a workflow into the owner whom it speaks for. */
export interface TokenVerifier {
  /**
   * Every token counts once. `fault` is a sentence for the client, without capital and full stop: what does not hold, and the cure.
   * @throws {IssuerUnavailable} when the issuer's keys are needed and cannot be had; the same token may be sent again
   */
  verify(token: string, now: Date): Promise<{ readonly actor: Actor } | { readonly fault: string }>;
}

/** The issuer of tokens did not say which keys it signs with. The message is one sentence for the operator. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

export interface UsedTokens {
  /** Uses a token up, by its issuer and `jti`. Resolves to false when it was used before; of several calls at once, one gets true. */
  use(issuer: string, jti: string, expiresAt: Date, now: Date): Promise<boolean>;
}
