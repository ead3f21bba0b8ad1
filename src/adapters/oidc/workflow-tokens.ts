import { type JWTPayload, jwtVerify } from 'jose';
import type { Actor } from '../../domain/owner.ts';
import { IssuerUnavailable, type TokenVerifier, type UsedTokens } from '../../registration/token-verifier.ts';
import { workflowIdentity } from '../../registration/workflow-identity.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { audienceFault, claimFault, tokenFault } from './token-fault.ts';

/** GitHub's tokens have about 2 KiB. */
const maxTokenLength = 16 * 1024;
const maxJtiLength = 256;

/** How far the clocks of issuer and catalog may be apart. */
const leewaySeconds = 30;

/** Issuers give tokens five minutes to an hour. One that has more is refused after an hour all the same. */
const maxAgeSeconds = 3_600;

/** How long a used token is remembered: longer than any is good. */
const rememberedMs = 2 * maxAgeSeconds * 1000;

interface Parts {
  readonly issuer: string;
  /** The URL of the catalog. A token for somebody else is refused, since they could send it here. */
  readonly audience: string;
  readonly keys: Pick<IssuerKeys, 'find'>;
  readonly usedTokens: UsedTokens;
}

/** Verifies the tokens of workflows: JSON Web Tokens (RFC 7519) that one issuer signs. */
export class WorkflowTokens implements TokenVerifier {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async verify(token: string, now: Date): Promise<{ readonly actor: Actor } | { readonly fault: string }> {
    const { issuer, usedTokens } = this.#parts;
    const signed = await this.#signedClaims(token, now);
    if ('fault' in signed) return signed;
    const identity = workflowIdentity(signed.claims, issuer);
    if ('fault' in identity) return identity;
    const { jti } = signed.claims;
    if (!isTokenId(jti)) return { fault: claimFault('jti', jti) };

    // Last, so that a token is used up only by giving a key.
    const isNew = await usedTokens.use(issuer, jti, new Date(now.getTime() + rememberedMs), now);
    return isNew ? identity : { fault: 'the token was used before; ask for a new one for every key' };
  }

  /** What a token says that the issuer signed for this catalog, and that is good now. */
  async #signedClaims(
    token: string,
    now: Date,
  ): Promise<{ readonly claims: JWTPayload } | { readonly fault: string }> {
    if (token.length > maxTokenLength) {
      return { fault: 'the token is longer than 16 KiB; send it as the issuer made it' };
    }

    const { issuer, audience, keys } = this.#parts;
    try {
      const { payload } = await jwtVerify(token, (header) => keys.find(header), {
        algorithms: ['RS256', 'ES256'],
        issuer,
        audience,
        currentDate: now,
        clockTolerance: leewaySeconds,
        maxTokenAge: maxAgeSeconds,
        requiredClaims: ['exp'],
      });
      // Any of several audiences could send the token here.
      const isForOthers = [payload.aud].flat().length > 1;
      return isForOthers ? { fault: audienceFault(payload.aud, audience) } : { claims: payload };
    } catch (error) {
      if (error instanceof IssuerUnavailable) throw error;
      return { fault: tokenFault(error, { issuer, audience }) };
    }
  }
}

function isTokenId(jti: unknown): jti is string {
  return typeof jti === 'string' && jti !== '' && jti.length <= maxJtiLength;
}
