import { RequestError } from '@octokit/request-error';
import type { Look, Provable } from '../../domain/ownership/method.ts';
import {
  isAtHost,
  repositoryEvidence,
  repositoryFile,
  repositoryIn,
} from '../../domain/ownership/repository.ts';
import { printable } from '../../domain/plain-text.ts';
import { CannotAsk, type Requester } from '../../domain/probe.ts';
import { lookAmong } from '../../domain/proof.ts';
import type { GitHubAccess, GitHubPatience } from '../github/github-api.ts';
import { githubFault } from '../github/github-fault.ts';
import { PublicRepository } from '../github/public-repository.ts';
import type { PoliteProbe } from '../probe/polite-probe.ts';

/** A few dozen owners fit in this. */
const maxFileBytes = 4 * 1024;

const maxShownLength = 200;

/** Looks for the lines of owners in files of public GitHub repositories. */
export class ProofRepositories {
  readonly #access: GitHubAccess;
  readonly #turns: Pick<PoliteProbe, 'inTurn'>;
  readonly #patience: GitHubPatience | undefined;

  constructor(access: GitHubAccess, turns: Pick<PoliteProbe, 'inTurn'>, patience?: GitHubPatience) {
    this.#access = access;
    this.#turns = turns;
    this.#patience = patience;
  }

  /** @throws {CannotAsk} when this machine is at fault, GitHub asks it for a pause, or too many requests are waiting */
  look(evidence: string, line: string, requester: Requester, { endpoint }: Provable): Promise<Look> {
    const { owner, name } = repositoryIn(evidence);
    const host = new URL(this.#access.apiUrl).hostname;

    return this.#turns.inTurn(host, requester, async () => {
      try {
        const repository = new PublicRepository(this.#access, owner, name, this.#patience);
        return await lookIn(repository, `${owner}/${name}`, line, endpoint);
      } catch (error) {
        return lookAfter(error, host);
      }
    });
  }
}

/** Credentials of the operator may see private repositories, of which nobody else must learn anything. */
async function lookIn(
  repository: PublicRepository,
  name: string,
  line: string,
  endpoint: string,
): Promise<Look> {
  const facts = await repository.facts().catch(undefinedIfAbsent);
  if (!facts?.isPublic) return missing('GitHub knows no such public repository');
  const { fullName, homepage, defaultBranch } = facts;
  if (fullName.toLowerCase() !== name.toLowerCase()) {
    return missing(`it is ${fullName} now; claim by that name`);
  }
  if (!isAtHost([homepage ?? ''], endpoint)) return missing(homepageSeen(homepage ?? ''));

  const commit = await repository.head(defaultBranch).catch(undefinedIfAbsent);
  const text =
    commit && (await repository.text(repositoryFile, commit, maxFileBytes).catch(undefinedIfAbsent));
  if (commit === undefined || text === undefined) {
    return missing(
      `its branch ${printable(defaultBranch, maxShownLength)} has no file ${repositoryFile} of at most 4 KiB`,
    );
  }

  // Editors of Windows end lines with CR LF.
  const lines = text.split('\n').map((each) => each.trimEnd());
  return { ...lookAmong(lines, line, 'line'), evidence: repositoryEvidence(fullName, commit) };
}

function missing(seen: string): Look {
  return { result: 'missing', seen };
}

function homepageSeen(homepage: string): string {
  return homepage === ''
    ? 'it has no homepage; set it in the About section of the repository'
    : `its homepage is "${printable(homepage, maxShownLength)}"`;
}

/** Not there, empty, or blocked for legal reasons. */
const absent: readonly number[] = [404, 409, 451];

function undefinedIfAbsent(error: unknown): undefined {
  if (!(error instanceof RequestError && absent.includes(error.status))) throw error;
}

/** @throws {CannotAsk} when GitHub refuses to answer this machine now */
function lookAfter(error: unknown, host: string): Look {
  const isRefused = error instanceof RequestError && error.status === 401;
  if (isRefused || githubFault(error).kind === 'pause') {
    throw new CannotAsk(host, 'GitHub refuses requests of this machine');
  }

  return { result: 'unclear', seen: 'GitHub does not answer' };
}
