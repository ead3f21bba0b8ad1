import type { Actor } from '../domain/owner.ts';

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
