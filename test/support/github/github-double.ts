import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
// eslint-disable-next-line no-restricted-imports -- How long a call takes can be set.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { GitHubPlace } from '../../../src/adapters/github/github-api.ts';
import { BareRepository, type TreeFile } from '../bare-repository.ts';
import { serveGit } from './git-over-http.ts';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a call fails: before it has any effect, or after, so that only its response is lost. */
export type Fault =
  | { readonly when: 'before' | 'after'; readonly answer: Answer }
  | { readonly when: 'before' | 'after'; readonly reset: true }
  | { readonly when: 'before' | 'after'; readonly silent: true };

/** The fault of the next call, if any. */
export type Faults = (call: { readonly method: string; readonly path: string }) => Fault | undefined;

const blob = { path: z.string(), mode: z.literal('100644'), type: z.literal('blob') };
const NewTree = z.object({
  base_tree: z.string().optional(),
  tree: z.array(
    z.union([
      z.object({ ...blob, content: z.string(), sha: z.undefined().optional() }),
      z.object({ ...blob, sha: z.null(), content: z.undefined().optional() }),
    ]),
  ),
});
const Author = z.object({ name: z.string(), email: z.string(), date: z.string() });
const NewCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()),
  author: Author,
  committer: Author,
  signature: z.string().optional(),
});
const RefUpdate = z.object({ sha: z.string(), force: z.literal(false) });

const notFound: Answer = { status: 404, body: { message: 'Not Found' } };

/** A local stand-in for GitHub: the routes that the catalog uses, over a real repository, with injectable faults. */
export class GitHubDouble {
  readonly url: string;
  readonly repository: BareRepository;
  readonly #server: Server;
  readonly #root: string;
  readonly #calls: string[] = [];
  defaultBranch = 'main';
  token = 'good-token';
  homepage: string | null = null;
  isPrivate = false;
  /** The message with which branch protection refuses pushes. */
  protection: Answer | undefined;
  /** Called after a branch was moved. */
  afterMove: (() => Promise<void>) | undefined;
  latencyMs = 0;
  /** Called when a call gets no answer. */
  onSilence = (): void => undefined;
  /** How GitHub writes a signature into a commit. */
  printSignature = (signature: string): string => signature;
  /** How GitHub writes a message. */
  printMessage = (message: string): string => message;
  faults: Faults = () => undefined;

  private constructor(url: string, server: Server, root: string, repository: BareRepository) {
    this.url = url;
    this.#server = server;
    this.#root = root;
    this.repository = repository;
  }

  /** GitHub with the repository `acme/listings`, whose branch `main` holds these files. */
  static async start(files: readonly TreeFile[] = []): Promise<GitHubDouble> {
    const root = await mkdtemp(join(tmpdir(), 'github-'));
    const repository = await BareRepository.make(join(root, 'acme', 'listings.git'), [
      { path: 'README.md', content: '# Listings\n' },
      ...files,
    ]);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const double = new GitHubDouble(`http://127.0.0.1:${String(port)}`, server, root, repository);
    server.on('request', (request, response) => {
      double.#serve(request, response).catch((error: unknown) => {
        send({ status: 500, body: { message: String(error) } }, response);
      });
    });
    return double;
  }

  get place(): GitHubPlace {
    return { owner: 'acme', name: 'listings', apiUrl: this.url, credentials: { token: 'good-token' } };
  }

  /** All API calls so far, such as `POST /repos/acme/listings/git/trees`; requests of git itself are not included. */
  get calls(): readonly string[] {
    return this.#calls;
  }

  /** Refuses connections, as if the network were down, until `comeBack`. */
  async goAway(): Promise<() => Promise<void>> {
    const { port } = new URL(this.url);
    this.#server.close();
    this.#server.closeAllConnections();

    return async () => {
      this.#server.listen(Number(port), '127.0.0.1');
      await once(this.#server, 'listening');
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = decodeURIComponent(new URL(request.url ?? '/', this.url).pathname);
    if (pathname.startsWith('/acme/listings.git/')) {
      if (!this.#isKnown(request)) return void response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end();
      return serveGit(this.#root, request, response);
    }

    const method = request.method ?? '';
    this.#calls.push(`${method} ${pathname}`);
    if (this.latencyMs > 0) await sleep(this.latencyMs);
    const fault = this.faults({ method, path: pathname });
    if (fault?.when === 'before') {
      this.#fail(fault, response);
      return;
    }

    const answer = await this.#answer(method, pathname, request);
    if (fault) this.#fail(fault, response);
    else send(answer, response);
  }

  #fail(fault: Fault, response: ServerResponse): void {
    if ('answer' in fault) send(fault.answer, response);
    else if ('reset' in fault) response.destroy();
    else this.onSilence();
  }

  async #answer(method: string, path: string, request: IncomingMessage): Promise<Answer> {
    if (method === 'POST' && /^\/app\/installations\/\d+\/access_tokens$/.test(path)) {
      return this.#installationToken();
    }
    if (!this.#isKnown(request)) return { status: 401, body: { message: 'Bad credentials' } };

    const route = `${method} ${path.replace('/repos/acme/listings', '')}`;
    const [, branch] = /\/git\/refs?\/heads\/(.+)$/.exec(path) ?? [];
    if (route === 'GET ') return this.#describe();
    if (route.startsWith('GET /git/ref/heads/')) return this.#ref(branch ?? '', request);
    if (route.startsWith('GET /contents/')) return this.#contents(route.slice(14), request);
    if (route.startsWith('GET /compare/')) return this.#compare(path);
    if (route === 'POST /git/trees') return this.#makeTree(NewTree.parse(await json(request)));
    if (route === 'POST /git/commits') return this.#makeCommit(NewCommit.parse(await json(request)));
    if (route.startsWith('PATCH /git/refs/heads/')) {
      return this.#moveRef(branch ?? '', RefUpdate.parse(await json(request)).sha);
    }
    return notFound;
  }

  #isKnown({ headers }: IncomingMessage): boolean {
    const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
    const token =
      scheme === 'Basic'
        ? Buffer.from(value, 'base64')
            .toString()
            .replace(/^x-access-token:/, '')
        : value;

    return token === this.token;
  }

  /** Issues the installation token of an App. */
  #installationToken(): Answer {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();

    return {
      status: 201,
      body: { token: this.token, expires_at: expiresAt, permissions: {}, repository_selection: 'all' },
    };
  }

  #describe(): Answer {
    return {
      status: 200,
      body: {
        name: 'listings',
        full_name: 'acme/listings',
        private: this.isPrivate,
        homepage: this.homepage,
        clone_url: `${this.url}/acme/listings.git`,
        default_branch: this.defaultBranch,
      },
    };
  }

  async #ref(branch: string, request: IncomingMessage): Promise<Answer> {
    const sha = await this.repository.head(branch);
    if (sha === undefined) return notFound;

    const etag = `"${sha}"`;
    if (request.headers['if-none-match'] === etag) return { status: 304, headers: { ETag: etag } };
    return {
      status: 200,
      headers: { ETag: etag },
      body: { ref: `refs/heads/${branch}`, object: { type: 'commit', sha } },
    };
  }

  async #contents(path: string, request: IncomingMessage): Promise<Answer> {
    const ref = new URL(request.url ?? '/', this.url).searchParams.get('ref') ?? this.defaultBranch;
    if (!(await this.repository.filesIn(ref)).includes(path)) return notFound;

    const text = await this.repository.git(['show', `${ref}:${path}`]);
    const content = Buffer.from(text).toString('base64');
    return {
      status: 200,
      body: { type: 'file', size: Buffer.byteLength(text), encoding: 'base64', content },
    };
  }

  async #compare(path: string): Promise<Answer> {
    const [, base = '', head = ''] = /\/compare\/([0-9a-f]+)\.\.\.([0-9a-f]+)$/.exec(path) ?? [];
    const isAhead = await this.repository.isWithin(base, head);

    return { status: 200, body: { status: base === head ? 'identical' : isAhead ? 'ahead' : 'diverged' } };
  }

  async #makeTree({ base_tree, tree }: z.infer<typeof NewTree>): Promise<Answer> {
    const removed = tree.filter(({ content }) => content === undefined).map(({ path }) => path);
    const isAsked = base_tree !== undefined && removed.length > 0;
    const known = isAsked ? await this.repository.filesIn(base_tree) : [];
    if (!removed.every((path) => known.includes(path))) {
      return { status: 422, body: { message: 'GitRPC::BadObjectState' } };
    }

    const written = tree.flatMap(({ path, content }) => (content === undefined ? [] : [{ path, content }]));
    return { status: 201, body: { sha: await this.repository.tree(base_tree, written, removed) } };
  }

  async #makeCommit(made: z.infer<typeof NewCommit>): Promise<Answer> {
    const { tree, parents, author, signature: given } = made;
    const unsigned = await this.repository.commit(this.printMessage(made.message), tree, parents, author);
    if (given === undefined) return { status: 201, body: { sha: unsigned } };

    const signature = this.printSignature(given);
    const sha = await this.repository.sign(unsigned, signature);
    const payload = await this.repository.text(unsigned);
    return { status: 201, body: { sha, verification: { verified: false, signature, payload } } };
  }

  async #moveRef(branch: string, sha: string): Promise<Answer> {
    const head = await this.repository.head(branch);
    if (head === undefined) return { status: 422, body: { message: 'Reference does not exist' } };
    if (this.protection) return this.protection;
    const isForward = await this.repository.isWithin(head, sha);
    // Of two that move the branch at once, the second is no fast forward any more.
    if (!isForward || !(await this.repository.moveHead(branch, head, sha))) {
      return { status: 422, body: { message: 'Update is not a fast forward' } };
    }

    if (head !== sha) await this.afterMove?.();
    return { status: 200, body: { ref: `refs/heads/${branch}`, object: { type: 'commit', sha } } };
  }
}

function send({ status, body, headers = {} }: Answer, response: ServerResponse): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
