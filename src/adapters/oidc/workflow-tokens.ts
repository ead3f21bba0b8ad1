import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Actor } from '../../domain/owner.ts';
import { quoted } from '../../domain/plain-text.ts';
import {
  IssuerUnavailable,
  type TokenVerifier,
  type UsedTokens,
  workflowIdentity,
} from '../../registration/workflow-identity.ts';
import type { IssuerKeys } from './issuer-keys.ts';

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

/** Whose tokens are taken, and for whom they must be made. */
interface Expected {
  readonly issuer: string;
  readonly audience: string;
}

/** Why jose refused a token, as a sentence for the client, in the form of a field problem. */
function tokenFault(error: unknown, expected: Expected): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired; ask for a new one';
  if (error instanceof errors.JWTClaimValidationFailed) return invalidClaim(error, expected);
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return 'the token is not signed with RS256 or ES256; send it as the issuer made it';
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return `the token is not signed with a key that ${expected.issuer} publishes; get it from that issuer`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'the signature does not fit the token; send it as the issuer made it';
  }
  return 'the token is not a signed JSON Web Token (RFC 7519); send it as the issuer made it';
}

function invalidClaim(
  { claim, payload, reason }: errors.JWTClaimValidationFailed,
  { issuer, audience }: Expected,
): string {
  if (claim === 'iss') return `the token was issued by ${quoted(payload.iss)}; get it from ${issuer}`;
  if (claim === 'aud') return audienceFault(payload.aud, audience);
  if (reason !== 'check_failed') return claimFault(claim, payload[claim]);
  return `the token is not valid yet, by its claim ${claim}; set the clock of its issuer`;
}

function audienceFault(audience: unknown, expected: string): string {
  return `the token was issued for ${quoted(audience)}; ask for one with the audience ${quoted(expected)} alone`;
}

/** For a claim that is missing, or of another form than the issuer would give it. */
function claimFault(claim: string, value: unknown): string {
  return `the claim ${claim} of the token is ${quoted(value)}; send the token as the issuer made it`;
}
