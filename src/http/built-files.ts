import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import send from 'send';
import { errorCode } from '../domain/error-code.ts';
import { type Encoding, encodingFor, tagOf } from './encoding.ts';
import { isReplayable, offerForReplay, maxHotBytes } from './hot-answers.ts';
import { acceptedBy, addVary, encoded, isCompressible, makePage, type Page, sendPage } from './send-page.ts';

/** Media types of the files that a build writes, by their extensions. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.ndjson': 'application/x-ndjson; charset=utf-8',
  '.png': 'image/png',
  '.sqlite': 'application/vnd.sqlite3',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Files that pages of any site may read. */
const forMachines = /^api\/|\.md$|^llms\.txt$/;

/** Larger files are compressed by the build or not at all. */
const maxCompressedOnDemand = 1024 * 1024;

/** No file of a build has a longer path. */
const maxPathLength = 1024;

/** The budget for pages cached with their compressed forms, in uncompressed bytes. */
const maxCachedBytes = 32 * 1024 * 1024;

/** How long a file may be sent again without a look at the disk, where somebody may have deleted the build. */
const hotMs = 1000;

const extensions: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** The errors that `send` emits. */
type HttpError = Error & { readonly status: number };

interface Found {
  /** Path relative to the folder. */
  readonly name: string;
  readonly stats: Stats;
}

/**
 * Serves the files of a build. The package `send` handles ranges (RFC 9110, 14), conditional requests (13) and aborted downloads.
 * Files are looked up on disk for each request, because indexing tens of thousands of them would slow down every start.
 */
export class BuiltFiles {
  readonly #folder: string;

  /** Files compressed on demand. A build never changes, so they never go stale. */
  readonly #pages = new Map<string, Page>();
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether the build still exists. */
  async exist(): Promise<boolean> {
    return (await this.#file('404.html')) !== undefined;
  }

  /** Sends the file at a decoded path; false when there is none. */
  async send(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const file = await this.#find(path);
    if (!file) return false;

    const type = mediaTypes[extname(file.name)] ?? 'application/octet-stream';
    response.setHeader('Content-Type', type);
    for (const [name, value] of Object.entries(sharingHeaders(file.name))) response.setHeader(name, value);
    if (!isCompressible(type)) await this.#sendFile(file, tagOfFile(file), request, response);
    else await this.#sendCompressible(file, type, request, response);
    return true;
  }

  async #sendCompressible(
    file: Found,
    type: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    addVary(response, 'Accept-Encoding');
    const encoding = encodingFor(acceptedBy(request));
    const precompressed = encoding && (await this.#file(file.name + extensions[encoding]));
    const isWhole = request.headers.range === undefined;

    if (precompressed) {
      response.setHeader('Content-Encoding', encoding);
      await this.#sendFile(precompressed, tagOf(bareTagOf(file), encoding), request, response);
    } else if (encoding && isWhole && file.stats.size <= maxCompressedOnDemand) {
      const page = await this.#page(file, type);
      offerForReplay(response, (await encoded(request, page)).sent, hotMs);
      await sendPage(request, response, page);
    } else await this.#sendFile(file, tagOfFile(file), request, response);
  }

  /** Reads a file as a page. The cache is emptied when it is full. */
  async #page(file: Found, type: string): Promise<Page> {
    const cached = this.#pages.get(file.name);
    if (cached) return cached;

    const body = await readFile(join(this.#folder, file.name));
    const page = makePage({ status: 200, body, headers: { 'Content-Type': type }, tag: bareTagOf(file) });
    if (this.#bytes + body.length > maxCachedBytes) this.#clearCache();
    this.#pages.set(file.name, page);
    this.#bytes += body.length;
    return page;
  }

  #clearCache(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }

  /** Resolves when the file is sent or the client has disconnected. */
  async #sendFile(
    file: Found,
    etag: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (isReplayable(response) && file.stats.size <= maxHotBytes) {
      offerForReplay(response, await readFile(join(this.#folder, file.name)), hotMs);
    }
    response.setHeader('ETag', etag);
    fixLongSuffixRange(request, file.stats.size);

    await new Promise<void>((resolve, reject) => {
      response.on('close', resolve);
      send(request, file.name.split('/').map(encodeURIComponent).join('/'), {
        root: this.#folder,
        index: false,
        dotfiles: 'allow',
        cacheControl: false,
      })
        .on('error', (error: HttpError) => {
          if (error.status === 412 || error.status === 416) refuse(response, error.status);
          else {
            removeHeaders(response, fileHeaders);
            reject(error);
          }
        })
        .pipe(response);
    });
  }

  /** The file for a path, by the rule of static hosts: the file itself, or the index of the folder. */
  async #find(path: string): Promise<Found | undefined> {
    if (path.length > maxPathLength) return undefined;
    const name = path.replace(/^\/+|\/+$/g, '');
    if (!isSafe(name)) return undefined;

    const own = path.endsWith('/') || name === '' ? undefined : await this.#file(name);
    return own ?? this.#file(name === '' ? 'index.html' : `${name}/index.html`);
  }

  async #file(name: string): Promise<Found | undefined> {
    const stats = await stat(join(this.#folder, name)).catch(undefinedWhenAbsent);

    return stats?.isFile() === true ? { name, stats } : undefined;
  }
}

const absent: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

function undefinedWhenAbsent(error: unknown): undefined {
  if (!absent.has(errorCode(error))) throw error;
}

/** Rules out hidden files and path traversal. */
function isSafe(name: string): boolean {
  return (
    !/[\\\0]/.test(name) && name.split('/').every((part) => !part.startsWith('.') || part === '.well-known')
  );
}

/** Files in `_astro/` are named by a hash of their content, so they never change; caches must revalidate all others. */
function sharingHeaders(name: string): Readonly<Record<string, string>> {
  return {
    'Cache-Control': name.startsWith('_astro/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate',
    ...(forMachines.test(name) ? { 'Access-Control-Allow-Origin': '*' } : {}),
  };
}

/** A suffix range longer than the file means the whole file (RFC 9110, 14.1.2), but `send` would answer 416. */
function fixLongSuffixRange({ headers }: IncomingMessage, size: number): void {
  const suffix = /^\s*bytes=-(\d+)\s*$/.exec(headers.range ?? '')?.[1];

  if (suffix !== undefined && Number(suffix) > size && size > 0) headers.range = 'bytes=0-';
}

/** Builds never overwrite files, so size and modification time identify a version. */
function bareTagOf({ stats }: Found): string {
  return `${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}`;
}

function tagOfFile(file: Found): string {
  return tagOf(bareTagOf(file), undefined);
}

/** Headers of a file that would be wrong on an error page in its place. */
const fileHeaders = [
  ...['Content-Type', 'Content-Encoding', 'Content-Length', 'Content-Range'],
  ...['Accept-Ranges', 'ETag', 'Last-Modified'],
];

function removeHeaders(response: ServerResponse, names: readonly string[]): void {
  if (response.headersSent) return;

  for (const name of names) response.removeHeader(name);
}

/** `send` has already set the headers that a refusal needs, such as `Content-Range`. */
function refuse(response: ServerResponse, status: number): void {
  removeHeaders(response, ['Content-Type', 'Content-Encoding', 'ETag']);
  response.writeHead(status, { 'Content-Length': 0, 'Cache-Control': 'no-store' }).end();
}
