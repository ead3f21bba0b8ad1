import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import send from 'send';
import { errorCode } from '../domain/error-code.ts';
import { type Encoding, encodingFor, tagOf } from './encoding.ts';
import { acceptedBy, isCompressible, makePage, type Page, sendPage } from './send-page.ts';

/** Media types of the files that a build writes, by their extensions. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** A larger file is compressed by the build, or not at all. */
const mostCompressedNow = 1024 * 1024;

const longestPath = 1024;

/** Plain bytes of the pages that are kept with their compressed forms. */
const mostKeptBytes = 32 * 1024 * 1024;

const extensions: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** What `send` gives its listeners. */
type HttpError = Error & { readonly status: number };

interface Found {
  /** Path below the folder, as it stands on disk. */
  readonly name: string;
  readonly stats: Stats;
}

/**
 * The files of a build, sent as they are: ranges (RFC 9110, 14), conditions (13) and broken downloads are left to `send`. A request
 * looks its file up on disk, since to know tens of thousands of files beforehand would delay every start.
 */
export class BuiltFiles {
  readonly #folder: string;

  /** Files that were compressed on the way. A build never changes, so they stay right. */
  readonly #pages = new Map<string, Page>();
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether the build is still there. */
  async exist(): Promise<boolean> {
    return (await this.#file('404.html')) !== undefined;
  }

  /** Sends the file at a decoded path; false when there is none. */
  async send(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const file = await this.#find(path);
    if (!file) return false;

    const type = mediaTypes[extname(file.name)] ?? 'application/octet-stream';
    response.setHeader('Content-Type', type);
    for (const [name, value] of Object.entries(sharing(file.name))) response.setHeader(name, value);
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
    response.setHeader('Vary', 'Accept-Encoding');
    const encoding = encodingFor(acceptedBy(request));
    const packed = encoding && (await this.#file(file.name + extensions[encoding]));
    const isWhole = request.headers.range === undefined;

    if (packed) {
      response.setHeader('Content-Encoding', encoding);
      await this.#sendFile(packed, tagOf(bareTagOf(file), encoding), request, response);
    } else if (encoding && isWhole && file.stats.size <= mostCompressedNow) {
      await sendPage(request, response, await this.#page(file, type));
    } else await this.#sendFile(file, tagOfFile(file), request, response);
  }

  /** A file as a page; its compressed forms are kept with it while there is room. */
  async #page(file: Found, type: string): Promise<Page> {
    const known = this.#pages.get(file.name);
    if (known) return known;

    const body = await readFile(join(this.#folder, file.name));
    const page = makePage({ status: 200, body, headers: { 'Content-Type': type }, tag: bareTagOf(file) });
    if (this.#bytes + body.length > mostKeptBytes) this.#forget();
    this.#pages.set(file.name, page);
    this.#bytes += body.length;
    return page;
  }

  #forget(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }

  /** Resolves when the file was sent, or the client has gone away. */
  #sendFile(file: Found, etag: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('ETag', etag);
    takeLongSuffixAsWhole(request, file.stats.size);

    return new Promise((resolve, reject) => {
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

  /** The file that a path means, as every static host has it: itself, or the index of its folder. */
  async #find(path: string): Promise<Found | undefined> {
    // Before anything looks at it more closely: no file of a build has a longer path.
    if (path.length > longestPath) return undefined;
    const name = path.replace(/^\/+|\/+$/g, '');
    if (!isPlain(name)) return undefined;

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

/** Nothing hidden, and nothing outside. */
function isPlain(name: string): boolean {
  return (
    !/[\\\0]/.test(name) && name.split('/').every((part) => !part.startsWith('.') || part === '.well-known')
  );
}

/** Files named by their content never change; all others are asked for again. */
function sharing(name: string): Readonly<Record<string, string>> {
  return {
    'Cache-Control': name.startsWith('_astro/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate',
    ...(name.startsWith('api/') ? { 'Access-Control-Allow-Origin': '*' } : {}),
  };
}

/** A suffix longer than the file means all of it (RFC 9110, 14.1.2); `send` would find it unsatisfiable. */
function takeLongSuffixAsWhole({ headers }: IncomingMessage, size: number): void {
  const suffix = /^\s*bytes=-(\d+)\s*$/.exec(headers.range ?? '')?.[1];

  if (suffix !== undefined && Number(suffix) > size && size > 0) headers.range = 'bytes=0-';
}

/** A build never writes over a file, so its size and time tell it from the one before. */
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

/** `send` has set what a refusal needs, `Content-Range` for one. */
function refuse(response: ServerResponse, status: number): void {
  removeHeaders(response, ['Content-Type', 'Content-Encoding', 'ETag']);
  response.writeHead(status, { 'Content-Length': 0, 'Cache-Control': 'no-store' }).end();
}
