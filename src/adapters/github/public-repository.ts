import { z } from 'zod';
import { type GitHubAccess, octokitAt, type GitHubPatience } from './github-api.ts';

/** What a repository says of itself. */
interface RepositoryFacts {
  /** `owner/name`, as GitHub spells it. */
  readonly fullName: string;
  readonly isPublic: boolean;
  readonly homepage: string | null;
  readonly defaultBranch: string;
}

/** A person waits for the answer. */
const defaultPatience: GitHubPatience = {
  tryMs: 5_000,
  retries: 0,
  pauseMs: 0,
  betweenWritesMs: 0,
  longestWaitSeconds: 0,
};

/** More than GitHub says of any repository, or of a file with a few owners. */
const maxAnswerBytes = 256 * 1024;

const File = z.object({
  type: z.literal('file'),
  size: z.int(),
  encoding: z.literal('base64'),
  content: z.string(),
});

/** A repository of others, by the few calls that read it. They reject with octokit's `RequestError`. */
export class PublicRepository {
  readonly #octokit: ReturnType<typeof octokitAt>;
  readonly #repository: { readonly owner: string; readonly repo: string };

  constructor(access: GitHubAccess, owner: string, name: string, patience = defaultPatience) {
    this.#octokit = octokitAt(access, patience, maxAnswerBytes);
    this.#repository = { owner, repo: name };
  }

  async facts(): Promise<RepositoryFacts> {
    const { data } = await this.#octokit.request('GET /repos/{owner}/{repo}', this.#repository);

    return {
      fullName: data.full_name,
      isPublic: !data.private,
      homepage: data.homepage,
      defaultBranch: data.default_branch,
    };
  }

  /** The commit that a branch points to. */
  async head(branch: string): Promise<string> {
    const { data } = await this.#octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', {
      ...this.#repository,
      ref: `heads/${branch}`,
    });

    return data.object.sha;
  }

  /** The text of a file at a commit; undefined where the path leads to something else, or to more than `maxBytes`. */
  async text(path: string, commit: string, maxBytes: number): Promise<string | undefined> {
    const { data } = await this.#octokit.request('GET /repos/{owner}/{repo}/contents/{path}', {
      ...this.#repository,
      path,
      ref: commit,
    });
    const file = File.safeParse(data).data;

    return file && file.size <= maxBytes ? Buffer.from(file.content, 'base64').toString() : undefined;
  }
}
