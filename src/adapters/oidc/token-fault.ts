import { errors } from 'jose';
import { quoted } from '../../domain/plain-text.ts';

/** Whose tokens are taken, and for whom they must be made. */
interface Expected {
  readonly issuer: string;
  readonly audience: string;
}

/** Why jose refused a token, as a sentence for the client, in the form of a field problem. */
export function tokenFault(error: unknown, expected: Expected): string {
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

export function audienceFault(audience: unknown, expected: string): string {
  return `the token was issued for ${quoted(audience)}; ask for one with the audience ${quoted(expected)} alone`;
}

/** For a claim that is missing, or of another form than the issuer would give it. */
export function claimFault(claim: string, value: unknown): string {
  return `the claim ${claim} of the token is ${quoted(value)}; send the token as the issuer made it`;
}
