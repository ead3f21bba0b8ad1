import { IssuerKeys } from './adapters/oidc/issuer-keys.ts';
import { WorkflowTokens } from './adapters/oidc/workflow-tokens.ts';
import type { Config } from './config.ts';
import type { State } from './open-state.ts';
import type { TokenVerifier } from './registration/token-verifier.ts';

/** Verifies the tokens that workflows exchange for keys. Asks the issuer nothing before the first token. */
export function openTokenVerifier(
  { oidcIssuer: issuer, siteUrl: audience }: Pick<Config, 'oidcIssuer' | 'siteUrl'>,
  { usedTokens }: Pick<State, 'usedTokens'>,
): TokenVerifier {
  return new WorkflowTokens({ issuer, audience, keys: new IssuerKeys({ issuer }), usedTokens });
}
