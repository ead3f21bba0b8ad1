import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isOutOfDescriptors } from '../domain/error-code.ts';
import { versionLabel } from '../domain/snapshot.ts';
import { SearchUnavailable, StateUnavailable } from '../domain/unavailable.ts';
import type { Log } from '../live/ports.ts';
import { forRequest } from '../live/request-context.ts';
import { feedPath, isLive } from '../views/live-paths.ts';
import type { Admission } from './admission.ts';
import { firstLanguage, type Language, languages, pathIn, readPath } from '../texts/languages.ts';
import { bodyTag } from './body-tag.ts';
import { BuiltFiles } from './built-files.ts';
import { QueueFull } from './fair-queue.ts';
import { apiHeaders, preflightHeaders } from './headers.ts';
import { isNegotiated, type LanguageMove, languageMove } from './page-language.ts';
import { problemBody, type ProblemCode, problems } from '../views/problem.ts';
import { problemType } from './problem-response.ts';
import { hasMarkdown, markdownTwin } from './markdown-twin.ts';
import type { Clients } from './clients.ts';
import { noteRoute } from './request-times.ts';
import { loggedPath } from './request-log.ts';
import { addVary, htmlPage, makePage, type Page, sendPage } from './send-page.ts';

/** Nothing inline and nothing from elsewhere, on any page. https://www.w3.org/TR/CSP3/ */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of a service, as HTML or as Markdown. */
const servicePage = /^\/services\/([^/]+?)(?:\.md|\/)?$/;

/** The methods that every path of the site takes. */
const siteMethods = 'GET, HEAD, OPTIONS';

/** Static copies of API responses, which count against the read limit just like the API. */
const apiFile = /^\/api(\/|$)/;

const plainPage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>\n<h1>${title}</h1>\n<p>${text}\n`;

const notBuilt = plainPage(
  'Not built yet',
  'The pages of this catalog have not been built yet. Try again in a few minutes. The API answers at <a href="/api/services">/api/services</a>. For its operator: <code>npm run build</code> builds them, and <a href="/health">/health</a> says whether that failed.',
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

type PageLocals = Pick<App.Locals, 'catalog'>;

/** Answers a request for a page. Resolves with undefined when there is no such page. */
type RenderPage = (request: Request, locals: PageLocals) => Promise<Response | undefined>;

/** The build being served. */
interface Build {
  readonly files: BuiltFiles;
  readonly renderers: Readonly<Record<Language, RenderPage>>;
  readonly notFound: Readonly<Record<Language, Page>>;
}

export interface SiteDependencies {
  /** Loads the page renderers of the build in a folder. */
  readonly loadRenderers: (folder: string) => Promise<Readonly<Record<Language, RenderPage>>>;
  /** Whether the build lacks the last change of a service. */
  readonly lacks: (id: string) => boolean;
  /** Called for each page that is rendered. */
  readonly locals: () => PageLocals;
  /** Called before the turn of a page, for what is better waited for without one. */
  readonly prepare: (url: URL, inTurn: <Result>(task: () => Result) => Promise<Result>) => Promise<void>;
  readonly admission: Admission;
  readonly clients: Clients;
  /** The public address of the site. Pages are rendered for this address, whatever the Host header says. */
  readonly siteUrl: string;
  readonly log: Log;
}

/** Serves the site: files of the newest build, and pages rendered on demand. */
export class SiteHandler {
  readonly #dependencies: SiteDependencies;
  #build: Build | undefined;

  constructor(dependencies: SiteDependencies) {
    this.#dependencies = dependencies;
  }

  /** Another object for each build that is served; undefined before the first. */
  get build(): object | undefined {
    return this.#build;
  }

  /** Switches to the build in this folder once it is loaded. */
  async load(folder: string): Promise<void> {
    const client = join(folder, 'client');
    const renderers = await this.#dependencies.loadRenderers(folder);

    const notFound = await Promise.all(
      languages.map(async (language) => {
        const file = join(client, `${pathIn(language, '/404')}.html`);
        return [language, htmlPage(404, await readFile(file))] as const;
      }),
    );

    this.#build = {
      files: new BuiltFiles(client),
      renderers,
      notFound: Object.fromEntries(notFound) as Record<Language, Page>,
    };
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { clients, log } = this.#dependencies;
    const requestId = clients.requestIdOf(request);
    forRequest(requestId, () => this.#answer(request, response)).catch((error: unknown) => {
      log.error({ error, requestId, path: loggedPath(request) }, 'a page request failed');
      if (response.headersSent) response.destroy();
      else {
        response.setHeader('X-Request-Id', requestId);
        const page = isOutOfDescriptors(error) ? unavailable(overloaded) : htmlPage(500, failed);
        void sendPage(request, response, page);
      }
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    noteRoute(response, 'page');
    setSecurityHeaders(response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return this.#answerMethod(request, response);
    }
    if (!this.#build) return sendPage(request, response, unavailable(notBuilt));
    // Astro would redirect paths with an empty segment to another spelling.
    if (path === undefined || path.includes('//')) {
      return sendPage(request, response, this.#build.notFound[firstLanguage]);
    }
    if (apiFile.test(path) && !(await this.#admits(request, response, tooManyProblem))) return;

    const url = this.#urlOf(request);
    if (isNegotiated(url.pathname)) response.setHeader('Vary', 'Accept-Language, Cookie');
    const move = languageMove(url, request.headers);
    if (move) {
      redirect(response, move);
      return;
    }

    if (hasMarkdown(path)) addVary(response, 'Accept');
    const twin = markdownTwin(path, request.headers.accept);
    if (twin !== undefined) url.pathname = twin;
    await this.#sendPage(this.#build, twin ?? path, url, request, response);
  }

  /** Answers a request that asks for no page: a preflight of a browser, or a method that no page takes. */
  async #answerMethod(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...apiHeaders, ...preflightHeaders(siteMethods) }).end();
      return;
    }

    response.setHeader('Allow', siteMethods);
    await sendPage(request, response, problemPage('method_not_allowed', this.#dependencies.siteUrl));
  }

  /** Sends the page at a decoded path, from a file or rendered. */
  async #sendPage(
    build: Build,
    path: string,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isFile = !this.#isLive(readPath(path).plain);
    noteRoute(response, isFile ? 'built file' : 'rendered page');
    if (isFile && (await build.files.send(path, request, response))) return;
    if (apiFile.test(path)) {
      return sendPage(request, response, problemPage('path_unknown', this.#dependencies.siteUrl));
    }
    noteRoute(response, 'rendered page');
    await this.#sendRendered(build, url, request, response);
  }

  /** The address that was asked for, at the site's own origin. */
  #urlOf({ url = '/' }: IncomingMessage): URL {
    return new URL(new URL(this.#dependencies.siteUrl).origin + url);
  }

  /** Whether a page is rendered even where the build has a file: it always shows the present, or its service changed since the build. */
  #isLive(path: string): boolean {
    const [, id] = servicePage.exec(path) ?? [];

    return isLive(path) || (id !== undefined && this.#dependencies.lacks(id));
  }

  /** Renders a page that is not served from a file. */
  async #sendRendered(
    build: Build,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (!(await this.#admits(request, response, tooManyPage))) return;
    if (!(await build.files.exist())) return sendPage(request, response, unavailable(buildGone));

    const page = await this.#renderInTurn(build, url, request, response).catch(pageWhenBusy);
    if (page) await sendPage(request, response, page);
  }

  /** Resolves with undefined when the client has gone. @throws {QueueFull} */
  async #renderInTurn(
    build: Build,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Page | undefined> {
    const { admission, clients, prepare } = this.#dependencies;
    const { language, plain } = readPath(url.pathname);
    const page = new URL(url);
    page.pathname = plain;
    const queue = page.searchParams.has('query') ? admission.questions : admission.queue;
    const inTurn = <Result>(task: () => Result | Promise<Result>): Promise<Result> =>
      queue.run(clients.of(request), task);

    await prepare(page, inTurn);
    return inTurn(() => (response.destroyed ? undefined : this.#render(build, page, language)));
  }

  /** Renders the page at a plain address in a language. */
  async #render(build: Build, url: URL, language: Language): Promise<Page> {
    const { locals } = this.#dependencies;
    const pageLocals = locals();
    const rendered = await build.renderers[language](new Request(url), pageLocals);
    if (!rendered) return build.notFound[language];
    // Astro redirects to its own spelling of a path, but each page has only one address here.
    if (rendered.status >= 300 && rendered.status < 400) return build.notFound[language];
    if (rendered.status >= 500) return htmlPage(rendered.status, failed);

    const body = Buffer.from(await rendered.arrayBuffer());
    if (rendered.status === 404 && body.length === 0) return build.notFound[language];
    return makePage({
      status: rendered.status,
      body,
      tag: bodyTag(body),
      headers: {
        'Content-Type': withCharset(rendered.headers.get('content-type') ?? 'text/html'),
        'Cache-Control': rendered.headers.get('cache-control') ?? 'no-cache',
        ...(forMachines(url.pathname) ? machineHeaders(rendered) : {}),
        'X-Catalog-Version': versionLabel(pageLocals.catalog.snapshot.version),
      },
    });
  }

  /** Counts a request against the read limit. When that is used up, sends the refusal and returns false. */
  async #admits(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: (siteUrl: string) => Page,
  ): Promise<boolean> {
    const { admission, clients, siteUrl } = this.#dependencies;
    const allowance = admission.read?.take(clients.of(request));
    for (const [name, value] of Object.entries(allowance?.headers ?? {})) response.setHeader(name, value);
    if (!allowance || allowance.allowed) return true;

    response.setHeader('Retry-After', allowance.retryAfterSeconds);
    await sendPage(request, response, refusal(siteUrl));
    return false;
  }
}

/** Whether a page is read by programs rather than by people: a feed, or a page as Markdown. */
function forMachines(path: string): boolean {
  return feedPath.test(path) || path.endsWith('.md');
}

/** Programs in browsers may read these from anywhere, as they may the API. */
function machineHeaders({ headers }: Response): Record<string, string> {
  const modified = headers.get('last-modified');

  return {
    'Access-Control-Allow-Origin': '*',
    ...(modified === null ? {} : { 'Last-Modified': modified }),
  };
}

function redirect(response: ServerResponse, { location, cookie }: LanguageMove): void {
  response.writeHead(302, {
    Location: location,
    'Cache-Control': 'no-store',
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
  });
  response.end();
}

function pageWhenBusy(error: unknown): Page {
  const isBusy =
    error instanceof QueueFull || error instanceof StateUnavailable || error instanceof SearchUnavailable;
  if (isBusy) return unavailable(overloaded);
  throw error;
}

function unavailable(html: string): Page {
  return htmlPage(503, html, { 'Retry-After': '5' });
}

function tooManyPage(): Page {
  return htmlPage(429, tooMany);
}

function tooManyProblem(siteUrl: string): Page {
  return problemPage('too_many_requests', siteUrl);
}

function problemPage(code: ProblemCode, siteUrl: string): Page {
  const body = Buffer.from(JSON.stringify(problemBody({ code }, siteUrl)));
  const headers = {
    'Content-Type': problemType,
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
  };

  return makePage({ status: problems[code].status, body, headers, tag: bodyTag(body) });
}

/** The decoded path of a request; undefined when it is not valid percent-encoded UTF-8. */
function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.replace(/\?.*$/s, ''));
  } catch {
    return undefined;
  }
}

function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
}

/** Astro names no character set for pages. */
function withCharset(type: string): string {
  return type === 'text/html' ? 'text/html; charset=utf-8' : type;
}
