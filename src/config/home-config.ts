import { join } from 'node:path';
import type { GitHubCredentials } from '../adapters/github/github-api.ts';
import { type GitRemote, RemoteAddressFault, remoteAt } from '../adapters/git/remote-address.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';

/**
 * The GitHub repository that holds the catalog; undefined without credentials. GitHub's workflows always set GITHUB_REPOSITORY, so
 * the name alone does not mean that the catalog is on GitHub.
 */
export function githubOf(data: Environment) {
  const credentials = credentialsOf(data);
  if (data.GITHUB_REPOSITORY === undefined || !credentials) return undefined;

  const [owner = '', name = ''] = data.GITHUB_REPOSITORY.split('/');
  return {
    owner,
    name,
    branch: data.GITHUB_BRANCH,
    apiUrl: data.GITHUB_API_URL,
    credentials,
    folder: join(data.DATA_DIR, 'github', owner, name),
    pollIntervalMs: data.GITHUB_POLL_INTERVAL,
  };
}

export function remoteOf(data: Environment) {
  if (data.CATALOG_REMOTE === undefined) return undefined;

  return {
    remote: gitRemoteAt(data.CATALOG_REMOTE),
    branch: data.CATALOG_BRANCH,
    folder: join(data.DATA_DIR, 'remote'),
    pollIntervalMs: data.CATALOG_POLL_INTERVAL,
  };
}

function gitRemoteAt(address: string): GitRemote {
  try {
    return remoteAt(address);
  } catch (error) {
    if (error instanceof RemoteAddressFault) throw new ConfigError(`CATALOG_REMOTE: ${error.message}`);
    throw error;
  }
}

export function credentialsOf(data: Environment): GitHubCredentials | undefined {
  const app = {
    appId: data.GITHUB_APP_ID,
    privateKey: data.GITHUB_APP_PRIVATE_KEY,
    installationId: data.GITHUB_APP_INSTALLATION_ID,
  };
  const isPartlySet = Object.values(app).some((value) => value !== undefined);
  const { appId, privateKey, installationId } = app;
  if (appId !== undefined && privateKey !== undefined && installationId !== undefined) {
    return { appId, privateKey, installationId };
  }
  if (isPartlySet) {
    throw new ConfigError(
      'an App needs all of GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY and GITHUB_APP_INSTALLATION_ID',
    );
  }
  return data.GITHUB_TOKEN === undefined ? undefined : { token: data.GITHUB_TOKEN };
}

/** The page where GitHub accepts private vulnerability reports for a repository. */
export function contactOf(repository: string | undefined): string | undefined {
  return repository === undefined ? undefined : `https://github.com/${repository}/security/advisories/new`;
}
