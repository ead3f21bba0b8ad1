import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import compression from 'compression';
import sirv, { type RequestHandler } from 'sirv';
import { versionLabel } from '../domain/snapshot.ts';
import { loadPageHandler, type PageHandler } from './page-handler.ts';

/**
 * No inline script or style, and nothing from elsewhere. The API page alone may use inline styles, since its viewer makes them.
 * https://www.w3.org/TR/CSP3/
 */
const contentSecurityPolicy = (styles: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const strict = contentSecurityPolicy("'self'");
const forApiViewer = contentSecurityPolicy("'self' 'unsafe-inline'");

/** What must be as the catalog is now, and not as it was when the site was built; their files are for static hosts. */
const livePath = /^\/(search|compare|status|badge)(\/|$)/;

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title>
<p>The pages of this catalog have not been built yet: run <code>npm run build</code>. The API answers at <a href="/api/services">/api/services</a>.`;

/** A build as it is being served. */
interface Served {
  readonly files: RequestHandler;
  readonly pages: PageHandler;
  readonly notFound: string;
}

/** Serves the pages of the newest build: files as they are, and pages that are rendered on request. */
export class SiteHandler {
  readonly #locals: () => App.Locals;
  readonly #compress = compression();
  #served: Served | undefined;

  /** `locals` gives what pages are made from, anew for each of them. */
  constructor(locals: () => App.Locals) {
    this.#locals = locals;
  }

  /** Serves the build in this folder from now on; the one before it until it is ready. */
  async load(folder: string): Promise<void> {
    const client = join(folder, 'client');
    const pages = await loadPageHandler(folder);

    this.#served = {
      // `dev` looks each file up when it is asked for: to know tens of thousands of them beforehand would delay every start.
      files: sirv(client, { dev: true, brotli: true, gzip: true, etag: true, setHeaders: setCaching }),
      pages,
      notFound: readFileSync(join(client, '404.html'), 'utf8'),
    };
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '/').replace(/\?.*$/s, '');
    setSecurityHeaders(response, path);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    if (!this.#served) {
      sendHtml(response, 503, notBuilt);
      return;
    }

    const served = this.#served;
    this.#compress(request, response, () => {
      if (livePath.test(path)) this.#render(served, request, response);
      else {
        served.files(request, response, () => {
          this.#render(served, request, response);
        });
      }
    });
  }

  /** Renders a page now: one that is never a file, or that of a service newer than the build. */
  #render({ pages, notFound }: Served, request: IncomingMessage, response: ServerResponse): void {
    const locals = this.#locals();
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('X-Catalog-Version', versionLabel(locals.catalog.snapshot.version));
    void pages(
      request,
      response,
      () => {
        sendHtml(response, 404, notFound);
      },
      locals,
    );
  }
}

function setSecurityHeaders(response: ServerResponse, path: string): void {
  response.setHeader('Content-Security-Policy', path.startsWith('/docs/api') ? forApiViewer : strict);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
}

/** Files named by their content never change; all others are asked for again. */
function setCaching(response: ServerResponse, path: string): void {
  response.setHeader(
    'Cache-Control',
    path.startsWith('/_astro/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate',
  );
  if (path.startsWith('/api/')) response.setHeader('Access-Control-Allow-Origin', '*');
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(html);
}
