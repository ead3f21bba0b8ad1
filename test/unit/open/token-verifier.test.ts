import { expect, it } from 'vitest';
import { openTokenVerifier } from '../../../src/open/token-verifier.ts';
import { openState } from '../../../src/open/state.ts';
import { Issuer, sign, signingKey } from '../../support/issuer.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('verifies the tokens of the configured issuer, for the site, each once for all servers with the same state', async () => {
  const key = await signingKey('one');
  const issuer = await Issuer.start(key);
  const config = { oidcIssuer: issuer.url, siteUrl: 'https://catalog.example.com' };
  const dataDir = await temporaryFolder();
  const [one, other] = [await openState({ dataDir }), await openState({ dataDir })];
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1000);
  const token = await sign(key, {
    iss: issuer.url,
    aud: config.siteUrl,
    jti: 'a',
    iat: seconds,
    exp: seconds + 300,
    event_name: 'push',
    ref: 'refs/heads/main',
    repository_id: '74',
    repository_owner_id: '9919',
  });

  const owner = `oidc:${new URL(issuer.url).host}:9919`;
  expect(await openTokenVerifier(config, one).verify(token, now)).toEqual({
    actor: { owner, repository: '74' },
  });
  expect(await openTokenVerifier(config, other).verify(token, now)).toHaveProperty('fault');
  await one.close();
  await other.close();
});
