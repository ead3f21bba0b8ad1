import type { RequestExample } from '../domain/offer.ts';
import { type ProbeMethod, urlOf } from '../domain/probe.ts';
import { curlSnippet } from './curl-snippet.ts';
import type { PayableTerms } from './payable-terms.ts';
import { pythonSnippet } from './python-snippet.ts';
import type { Snippet, SnippetRequest } from './snippet.ts';
import { typeScriptSnippet } from './typescript-snippet.ts';

/** Code that buys one request, made as in this example: it pays these terms and nothing else. */
export function snippetsFor(endpoint: string, terms: PayableTerms, example: RequestExample = {}): Snippet[] {
  const request = requestTo(endpoint, example);

  return [curlSnippet(request), typeScriptSnippet(request, terms), pythonSnippet(request, terms)];
}

/** The same request as a check sends. */
function requestTo(endpoint: string, { method = 'GET', query, body }: RequestExample): SnippetRequest {
  return {
    method,
    url: query === undefined ? endpoint : urlOf({ endpoint, query }).href,
    body: method === 'GET' ? null : bodyFor(method, body),
  };
}

function bodyFor(method: ProbeMethod, body: unknown): string | null {
  if (body !== undefined) return asciiJson(body);

  return method === 'DELETE' ? null : '{}';
}

/** Escapes everything but visible ASCII, so that no character hides in code that people run. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
