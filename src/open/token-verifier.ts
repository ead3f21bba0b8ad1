import type { Config } from '../config/config.ts';
import type { State } from './state.ts';
import type { TokenVerifier } from '../registration/workflow-identity.ts';

type Settings = Pick<Config, 'oidcIssuer' | 'siteUrl'>;
type UsedTokens = Pick<State, 'usedTokens'>;

/** Verifies the tokens that workflows exchange for keys. Loads its code with the first token, and asks the issuer nothing before. */
export function openTokenVerifier(settings: Settings, state: UsedTokens): TokenVerifier {
  let loaded: Promise<TokenVerifier> | undefined;

  return {
    verify: async (token, now) => {
      loaded ??= loadVerifier(settings, state);
      return (await loaded).verify(token, now);
    },
  };
}

async function loadVerifier(
  { oidcIssuer: issuer, siteUrl: audience }: Settings,
  { usedTokens }: UsedTokens,
): Promise<TokenVerifier> {
  const [{ IssuerKeys }, { WorkflowTokens }] = await Promise.all([
    import('../adapters/oidc/issuer-keys.ts'),
    import('../adapters/oidc/workflow-tokens.ts'),
  ]);

  return new WorkflowTokens({ issuer, audience, keys: new IssuerKeys({ issuer }), usedTokens });
}
