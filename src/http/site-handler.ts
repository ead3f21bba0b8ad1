import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isOutOfDescriptors } from '../domain/error-code.ts';
import { versionLabel } from '../domain/snapshot.ts';
import { StateUnavailable } from '../domain/state-unavailable.ts';
import type { Log } from '../live/ports.ts';
import type { Admission } from './admission.ts';
import { BuiltFiles } from './built-files.ts';
import { clientOf } from './client-address.ts';
import { problemBody, problemType } from './problem-response.ts';
import { htmlPage, makePage, type Page, sendPage, tagFor } from './send-page.ts';
import { TooManyWaiting } from './turns.ts';

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

/** Files of the API count against the limit for reading, as the API does. */
const apiFile = /^\/api(\/|$)/;

const plainPage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>\n<h1>${title}</h1>\n<p>${text}\n`;

const notBuilt = plainPage(
  'Not built yet',
  'The pages of this catalog have not been built yet: run <code>npm run build</code>. The API answers at <a href="/api/services">/api/services</a>.',
);
const buildGone = plainPage(
  'Being built again',
  'The pages of this catalog are not there at the moment. Try again in a minute. The API answers at <a href="/api/services">/api/services</a>.',
);
const overloaded = plainPage(
  'Too busy',
  'More pages are asked for than can be made. Try again in a few seconds.',
);
const tooMany = plainPage(
  'Too many requests',
  'You have asked for many pages in a short time. Wait a minute, then try again.',
);
const failed = plainPage(
  'Something went wrong',
  'This page could not be made. The fault is ours, and it is in our log. Try again later.',
);

/** Answers a request for a page; undefined where the site has none. */
type RenderPage = (request: Request, locals: App.Locals) => Promise<Response | undefined>;

/** A build as it is being served. */
interface Served {
  readonly files: BuiltFiles;
  readonly render: RenderPage;
  readonly notFound: Page;
}

interface Dependencies {
  /** Loads what renders the pages of the build in a folder. */
  readonly loadRenderer: (folder: string) => Promise<RenderPage>;
  /** What pages are made from, anew for each of them. */
  readonly locals: () => App.Locals;
  readonly admission: Admission;
  /** Where the site is found. Pages are rendered for this address, whatever a client's Host header says. */
  readonly siteUrl: string;
  readonly log: Log;
}

/** Serves the pages of the newest build: files as they are, and pages that are rendered on request. */
export class SiteHandler {
  readonly #dependencies: Dependencies;
  #served: Served | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Serves the build in this folder from now on; the one before it until it is ready. */
  async load(folder: string): Promise<void> {
    const client = join(folder, 'client');
    const render = await this.#dependencies.loadRenderer(folder);

    this.#served = {
      files: new BuiltFiles(client),
      render,
      notFound: htmlPage(404, await readFile(join(client, '404.html'))),
    };
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#answer(request, response).catch((error: unknown) => {
      this.#dependencies.log.error(
        { error, path: request.url?.slice(0, 200) },
        'a page could not be answered',
      );
      if (response.headersSent) response.destroy();
      else {
        const page = isOutOfDescriptors(error) ? unavailable(overloaded) : htmlPage(500, failed);
        void sendPage(request, response, page);
      }
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    setSecurityHeaders(response, path ?? '');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    if (!this.#served) return sendPage(request, response, unavailable(notBuilt));
    // No page has an empty part in its path; Astro would redirect to another spelling of it.
    if (path === undefined || path.includes('//')) return sendPage(request, response, this.#served.notFound);
    if (apiFile.test(path) && !(await this.#admits(request, response, tooManyProblem))) return;

    if (!livePath.test(path) && (await this.#served.files.send(path, request, response))) return;
    if (apiFile.test(path)) return sendPage(request, response, this.#served.notFound);
    await this.#sendRendered(this.#served, request, response);
  }

  /** Renders a page now: one that is never a file, or that of a service newer than the build. */
  async #sendRendered(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!(await this.#admits(request, response, tooManyPage))) return;
    if (!(await served.files.exist())) return sendPage(request, response, unavailable(buildGone));

    const client = clientOf(request);
    const page = await this.#dependencies.admission.turns
      .run(client, () => (response.destroyed ? undefined : this.#render(served, request.url ?? '/')))
      .catch(pageWhenBusy);
    if (page) await sendPage(request, response, page);
  }

  async #render({ render, notFound }: Served, url: string): Promise<Page> {
    const { locals, siteUrl } = this.#dependencies;
    const given = locals();
    const rendered = await render(new Request(new URL(siteUrl).origin + url), given);
    if (!rendered) return notFound;
    // Astro would redirect to its own spelling of a path; each page has one.
    if (rendered.status >= 300 && rendered.status < 400) return notFound;
    if (rendered.status >= 500) return htmlPage(rendered.status, failed);

    const body = Buffer.from(await rendered.arrayBuffer());
    return makePage({
      status: rendered.status,
      body,
      tag: tagFor(body),
      headers: {
        'Content-Type': rendered.headers.get('content-type') ?? 'text/html; charset=utf-8',
        'Cache-Control': rendered.headers.get('cache-control') ?? 'no-cache',
        'X-Catalog-Version': versionLabel(given.catalog.snapshot.version),
      },
    });
  }

  /** Counts a request against the limit for reading; answers it when that is used up. */
  async #admits(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: (siteUrl: string) => Page,
  ): Promise<boolean> {
    const { admission, siteUrl } = this.#dependencies;
    const allowance = await admission.read?.take(clientOf(request));
    for (const [name, value] of Object.entries(allowance?.headers ?? {})) response.setHeader(name, value);
    if (!allowance || allowance.allowed) return true;

    response.setHeader('Retry-After', allowance.retryAfterSeconds);
    await sendPage(request, response, refusal(siteUrl));
    return false;
  }
}

function pageWhenBusy(error: unknown): Page {
  if (error instanceof TooManyWaiting || error instanceof StateUnavailable) return unavailable(overloaded);
  throw error;
}

function unavailable(html: string): Page {
  return htmlPage(503, html, { 'Retry-After': '5' });
}

function tooManyPage(): Page {
  return htmlPage(429, tooMany);
}

function tooManyProblem(siteUrl: string): Page {
  const body = Buffer.from(JSON.stringify(problemBody({ code: 'too_many_requests' }, siteUrl)));
  const headers = {
    'Content-Type': problemType,
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
  };

  return makePage({ status: 429, body, headers, tag: tagFor(body) });
}

/** The decoded path of a request; undefined when it is no percent-encoded UTF-8. */
function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.replace(/\?.*$/s, ''));
  } catch {
    return undefined;
  }
}

function setSecurityHeaders(response: ServerResponse, path: string): void {
  response.setHeader('Content-Security-Policy', path.startsWith('/docs/api') ? forApiViewer : strict);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
}
