import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bodyOf } from '../../../src/views/body.ts';
import { type Service, serviceView } from '../../../src/views/service.ts';
import { anEntry } from '../../fixtures/services.ts';
import { listening } from '../listening.ts';
import type { FakeLog } from './fake-log.ts';

const commit = 'c0ffee0000000000000000000000000000000000';
const at = '2026-01-31T12:00:00.000Z';

/** A service of a catalog, as its API answers it. */
export function served(name: string, pricePerRequest = '0.001'): Service {
  const endpoint = `https://${name.toLowerCase().replaceAll(' ', '-')}.example.com`;

  return serviceView(anEntry({ name, endpoint, pricing: { currency: 'USDC', pricePerRequest } }));
}

interface LoggedChange {
  readonly kind: string;
  readonly id: string;
  readonly reason?: string;
}

/** Answers a request in place of the catalog when it returns true. */
type Intercept = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean | undefined;

/** As much of a catalog as a mirror sees, with a feed of changes, or as a static site. Its export and changes can be bent. */
export class FakeCatalog {
  readonly url: string;
  readonly services = new Map<string, Service>();
  readonly changes: LoggedChange[] = [];
  /** The path and query of every request. */
  readonly requests: string[] = [];
  /** Whether it is a static site, which answers with files of the last `build`. */
  isStatic = false;
  /** Changes up to this number are not known any more. */
  forgotten = 0;
  /** Gets an entry for each change; absent where none is kept. */
  transparency: FakeLog | undefined;
  intercept: Intercept = () => false;
  readonly files = new Map<string, string>();
  #waiting: (() => void)[] = [];

  private constructor(url: string) {
    this.url = url;
  }

  static async start(): Promise<FakeCatalog> {
    const server = createServer();
    const catalog = new FakeCatalog(await listening(server));
    server.on('request', (request, response) => catalog.answer(request, response));
    return catalog;
  }

  /** Answers the first `most` requests for a path in its place; `answer` is told how many there were so far. */
  instead(path: string, answer: (response: ServerResponse, times: number) => void, most = Infinity): void {
    let times = 0;
    this.intercept = (_request, response, { pathname }) => {
      if (pathname !== path || times >= most) return false;
      times += 1;
      answer(response, times);
      return true;
    };
  }

  put(service: Service, kind = this.services.has(service.id) ? 'updated' : 'created'): void {
    this.services.set(service.id, service);
    this.transparency?.add(service.id, service);
    this.#log({ kind, id: service.id });
  }

  remove(id: string, change: Partial<LoggedChange> = {}): void {
    this.services.delete(id);
    this.transparency?.add(id, null);
    this.#log({ kind: 'deleted', id, ...change });
  }

  get cursor(): string {
    return `c${String(this.changes.length)}`;
  }

  /** What the export says, which a mirror has to equal. */
  get exported(): string {
    const sorted = [...this.services.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return sorted.map((service) => `${bodyOf(service)}\n`).join('');
  }

  /** Writes the files of a static build, signed when there is a signer. */
  build(builtAt = at, signer?: { sign: (text: string) => string }): void {
    this.files.clear();
    for (const service of this.services.values()) {
      this.files.set(`api/services/${service.id}.json`, bodyOf(service));
    }
    this.files.set('api/export.ndjson', this.exported);
    const files = Array.from(this.files, ([path, text]) => {
      return {
        path,
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
      };
    });
    const cursor = this.isStatic ? null : this.cursor;
    const manifest = JSON.stringify({
      commit,
      cursor,
      builtAt,
      licence: 'CC0-1.0',
      services: this.services.size,
      files,
    });
    this.files.set('api/manifest.json', manifest);
    if (signer) this.files.set('api/manifest.json.sig', signer.sign(manifest));
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.requests.push(`${url.pathname}${url.search}`);
    if (this.intercept(request, response, url)) return;

    if (this.transparency && url.pathname.startsWith('/log/')) {
      this.transparency.answer(url.pathname.slice('/log/'.length), response);
    } else if (!this.isStatic && url.pathname === '/api/changes') this.#answerChanges(url, response);
    else if (!this.isStatic && url.pathname === '/api/export.ndjson') {
      response
        .writeHead(200, {
          'X-Catalog-Cursor': this.cursor,
          'X-Catalog-Version': `${commit}+1`,
          Link: '<https://spdx.org/licenses/CC0-1.0>; rel="license"',
        })
        .end(this.exported);
    } else this.#answerFile(url.pathname.slice(1), request, response);
  }

  #answerFile(path: string, request: IncomingMessage, response: ServerResponse): void {
    const text = this.files.get(path);
    const etag = `"${createHash('sha256')
      .update(text ?? '')
      .digest('hex')}"`;

    if (text === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
    } else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { ETag: etag }).end(text);
  }

  #answerChanges({ searchParams }: URL, response: ServerResponse): void {
    const since = Number(searchParams.get('since')?.slice(1) ?? this.forgotten);
    const limit = Number(searchParams.get('limit') ?? 100);
    if (since < this.forgotten) {
      const problem = { type: 'x', title: 'too old', status: 410, code: 'cursor_expired' };
      response.writeHead(410, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem));
      return;
    }
    if (since === this.changes.length && searchParams.has('wait')) {
      this.#waiting.push(() => this.#sendChanges(since, limit, response));
      return;
    }
    this.#sendChanges(since, limit, response);
  }

  #sendChanges(since: number, limit: number, response: ServerResponse): void {
    const end = Math.min(this.changes.length, since + limit);
    const changes = this.changes.slice(since, end).map((change, index) => {
      const service = this.services.get(change.id) ?? null;
      return { cursor: `c${String(since + index + 1)}`, at, commit, ...change, service };
    });
    const freshness = { generatedAt: at, latestChangeAt: at, retentionDays: 90 };
    const body = { changes, next: `c${String(end)}`, more: end < this.changes.length, freshness };
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  }

  #log(change: LoggedChange): void {
    this.changes.push(change);
    for (const answer of this.#waiting.splice(0)) answer();
  }
}
