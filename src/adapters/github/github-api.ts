import { setTimeout as sleep } from 'node:timers/promises';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import { RequestError } from '@octokit/request-error';
import type { FileChange } from '../../domain/catalog-file.ts';
import { githubFault } from './github-fault.ts';
import { Pace } from './pace.ts';

/** A token that may write contents, or an App that is installed in the repository. */
export type GitHubCredentials =
  | { readonly token: string }
  | { readonly appId: string; readonly privateKey: string; readonly installationId: string };

export interface GitHubPlace extends GitHubAccess {
  readonly owner: string;
  readonly name: string;
  readonly credentials: GitHubCredentials;
}

/** GitHub as this machine may ask it: as nobody in particular without credentials. */
export interface GitHubAccess {
  readonly apiUrl: string;
  readonly credentials: GitHubCredentials | undefined;
}

export interface GitHubPatience {
  /** Timeout of one attempt at a call. */
  readonly tryMs: number;
  /** Retries after the first attempt. */
  readonly retries: number;
  /** Backoff: the n-th pause is n² times as long. */
  readonly pauseMs: number;
  /** Pause between two writes. GitHub asks for a second. */
  readonly betweenWritesMs: number;
  /** When GitHub asks for a longer wait than this, the call fails and reports that wait. */
  readonly longestWaitSeconds: number;
}

export interface NewCommit {
  readonly message: string;
  readonly tree: string;
  readonly parent: string;
  readonly author: { readonly name: string; readonly email: string; readonly date: string };
  /** An armoured signature of the commit as GitHub will write it. */
  readonly signature?: string | undefined;
}

/** A commit that GitHub wrote. */
export interface WrittenCommit {
  readonly commit: string;
  /** The signature that it found in the commit, and what it takes to be signed; undefined where none was sent. */
  readonly signed?: { readonly signature: string | null; readonly payload: string | null };
}

const defaultPatience: GitHubPatience = {
  tryMs: 8_000,
  retries: 4,
  pauseMs: 250,
  betweenWritesMs: 1_000,
  longestWaitSeconds: 5,
};

/**
 * The few calls of GitHub's REST API that the catalog needs, with retries. They reject with octokit's `RequestError`; see
 * https://docs.github.com/en/rest/git.
 */
export class GitHubApi {
  readonly #octokit: Octokit;
  readonly #repository: { readonly owner: string; readonly repo: string };
  readonly #credentials: GitHubCredentials;
  readonly #writes: Pace;
  #head: { readonly branch: string; readonly etag: string; readonly commit: string } | undefined;

  constructor({ owner, name, apiUrl, credentials }: GitHubPlace, patience = defaultPatience) {
    this.#repository = { owner, repo: name };
    this.#credentials = credentials;
    this.#octokit = octokitAt({ apiUrl, credentials }, patience);
    this.#writes = new Pace(1, patience.betweenWritesMs);
  }

  /** The token for git's own requests to the same host. */
  async token(): Promise<string> {
    if ('token' in this.#credentials) return this.#credentials.token;

    const { token } = (await this.#octokit.auth({ type: 'installation' })) as { token: string };
    return token;
  }

  async repository(): Promise<{ cloneUrl: string; defaultBranch: string }> {
    const { data } = await this.#octokit.request('GET /repos/{owner}/{repo}', this.#repository);

    return { cloneUrl: data.clone_url, defaultBranch: data.default_branch };
  }

  /** The commit that a branch points to. Sends a conditional request, since a 304 does not count against the rate limit. */
  async branchHead(branch: string): Promise<string> {
    const known = this.#head?.branch === branch ? this.#head : undefined;
    try {
      const { data, headers } = await this.#octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', {
        ...this.#repository,
        ref: `heads/${branch}`,
        headers: known ? { 'if-none-match': known.etag } : {},
      });
      this.#head = { branch, etag: headers.etag ?? '', commit: data.object.sha };
      return data.object.sha;
    } catch (error) {
      if (known && error instanceof RequestError && error.status === 304) return known.commit;
      throw error;
    }
  }

  /** Makes the tree that differs from `base` by these changes. Sends the texts inline: one call in all instead of one for each file. */
  async createTree(base: string, files: readonly FileChange[]): Promise<string> {
    await this.#paceWrite();
    const { data } = await this.#octokit.request('POST /repos/{owner}/{repo}/git/trees', {
      ...this.#repository,
      base_tree: base,
      tree: files.map(({ path, text }) => ({
        path,
        mode: '100644' as const,
        type: 'blob' as const,
        ...(text === null ? { sha: null } : { content: text }),
      })),
    });
    return data.sha;
  }

  async createCommit({ message, tree, parent, author, signature }: NewCommit): Promise<WrittenCommit> {
    await this.#paceWrite();
    const { data } = await this.#octokit.request('POST /repos/{owner}/{repo}/git/commits', {
      ...this.#repository,
      message,
      tree,
      parents: [parent],
      author,
      committer: author,
      ...(signature === undefined ? {} : { signature }),
    });
    const { sha: commit, verification } = data;
    if (signature === undefined) return { commit };

    return { commit, signed: { signature: verification.signature, payload: verification.payload } };
  }

  /** Fast-forwards a branch to a commit. GitHub refuses (422) anything but a fast-forward. */
  async moveBranch(branch: string, commit: string): Promise<void> {
    await this.#paceWrite();
    await this.#octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
      ...this.#repository,
      ref: `heads/${branch}`,
      sha: commit,
      force: false,
    });
  }

  /** Whether `commit` is `head` or one of its ancestors. */
  async isWithin(commit: string, head: string): Promise<boolean> {
    if (commit === head) return true;

    const { data } = await this.#octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
      ...this.#repository,
      basehead: `${commit}...${head}`,
      per_page: 1,
    });
    return data.status === 'ahead' || data.status === 'identical';
  }

  async #paceWrite(): Promise<void> {
    await this.#writes.ready();
    this.#writes.count();
  }
}

/** Calls of GitHub's API, with retries. Those whose answer is longer than `maxBytes` fail. */
export function octokitAt(
  { apiUrl, credentials }: GitHubAccess,
  patience: GitHubPatience,
  maxBytes = Number.POSITIVE_INFINITY,
): Octokit {
  const octokit = new Octokit({
    baseUrl: apiUrl,
    userAgent: 'tollbook',
    ...authenticationBy(credentials),
    request: { fetch: limitedFetch(patience.tryMs, maxBytes) },
  });
  octokit.hook.wrap('request', (request, options) => withRetries(() => request(options), patience));
  return octokit;
}

function authenticationBy(credentials: GitHubCredentials | undefined): object {
  if (!credentials) return {};

  return 'token' in credentials
    ? { auth: credentials.token }
    : { authStrategy: createAppAuth, auth: credentials };
}

/** Aborts an attempt after its timeout, even while its body is being read, and once the body is too long. */
function limitedFetch(tryMs: number, maxBytes: number): typeof fetch {
  return async (url, init) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(tryMs) });
    return new Response(response.body?.pipeThrough(atMost(maxBytes)) ?? null, response);
  };
}

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;

  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new Error(`the answer is longer than ${String(bytes)} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

async function withRetries<T>(attempt: () => T | Promise<T>, patience: GitHubPatience): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = attempts <= patience.retries ? pauseBeforeRetry(error, attempts, patience) : undefined;
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Undefined where a retry would change nothing, or GitHub asks for too long a wait. */
function pauseBeforeRetry(error: unknown, attempts: number, patience: GitHubPatience): number | undefined {
  if (!(error instanceof RequestError)) return undefined;

  const { kind, retryAfterSeconds } = githubFault(error);
  if (kind === 'away') return attempts ** 2 * patience.pauseMs;

  return kind === 'pause' && retryAfterSeconds <= patience.longestWaitSeconds
    ? retryAfterSeconds * 1000
    : undefined;
}
