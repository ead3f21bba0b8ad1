import type { ProofRules } from './method.ts';

/** The file that names the owners, on the default branch. */
export const repositoryFile = '.well-known/tollbook.txt';

const host = 'github.com';
const site = `https://${host}/`;

/** A repository that calls the host of the endpoint its homepage holds the line of the owner. */
export const repository = {
  description: `the file \`${repositoryFile}\` on the default branch of a public GitHub repository, whose homepage is at the host of the endpoint, names the owner`,
  evidence: 'the URL of a file in a repository, with its commit',
  // Anybody can call any host the homepage of their repository.
  strength: 0,
  provesHost: false,
  isPlaced: true,
  askedHost: host,
  asks: {
    name: 'repository',
    form: /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
    fault: 'repository_name_invalid',
    description: 'The GitHub repository, for the method `repository` only.',
    example: 'acme/rain-radar',
  },
  evidenceOf: () => undefined,
  // Whether the homepage is still at the host, only a look can tell.
  fits: () => true,
  plan: ({ service: { endpoint }, line, asked }) =>
    asked === undefined
      ? { unfit: 'the claim names no repository; write it as the member "repository"' }
      : {
          evidence: site + asked,
          lookedFor: `the line "${line}" in ${repositoryFile} on the default branch of ${site}${asked}, a public repository with a homepage at ${hostIn(endpoint) ?? endpoint}`,
        },
} as const satisfies ProofRules;

/** Where a file stood in a repository, `owner/name`, at a commit. */
export function repositoryEvidence(name: string, commit: string): string {
  return `${site}${name}/blob/${commit}/${repositoryFile}`;
}

export function repositoryIn(evidence: string): { readonly owner: string; readonly name: string } {
  const [owner = '', name = ''] = evidence.slice(site.length).split('/');

  return { owner, name };
}

/** Whether one of these URLs, such as the homepage of a repository, is at the host of an endpoint. The scheme may be left out. */
export function isAtHost(urls: readonly string[], endpoint: string): boolean {
  const host = hostIn(endpoint);

  return (
    host !== undefined &&
    urls.some((url) => hostIn(/^https?:\/\//i.test(url) ? url : `https://${url}`) === host)
  );
}

function hostIn(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}
