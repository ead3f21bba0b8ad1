import type { RequestExample } from '../domain/offer.ts';
import { urlOf } from '../domain/probe.ts';
import type { ProbeMethod } from '../domain/described-request.ts';
import { curlSnippet, plainSnippet } from './curl-snippet.ts';
import type { PayableTerms } from './payable-terms.ts';
import { pythonSnippet } from './python-snippet.ts';
import type { Snippet, SnippetRequest } from './snippet.ts';
import { typeScriptSnippet } from './typescript-snippet.ts';

/** A request for code to send. */
export interface RequestToSend extends RequestExample {
  /** Whether its body is not JSON, so that a buyer has to add it. */
  readonly lacksBody?: boolean;
}

/** Code that buys one request, made as in this example: it pays these terms and nothing else. */
export function snippetsFor(endpoint: string, terms: PayableTerms, example: RequestToSend = {}): Snippet[] {
  const request = requestTo(endpoint, example);

  return [curlSnippet(request), typeScriptSnippet(request, terms), pythonSnippet(request, terms)];
}

/** Code that asks for the terms, where nothing can be paid. */
export function askingSnippets(endpoint: string, example: RequestToSend): Snippet[] {
  return [curlSnippet(requestTo(endpoint, example))];
}

/** Code that calls a service that is free. */
export function plainSnippets(endpoint: string, example: RequestToSend): Snippet[] {
  return [plainSnippet(requestTo(endpoint, example))];
}

/** The same request as a check sends, unless its body is still missing. */
function requestTo(
  endpoint: string,
  { method = 'GET', query, body, lacksBody = false }: RequestToSend,
): SnippetRequest {
  return {
    method,
    url: query === undefined ? endpoint : urlOf({ endpoint, query }).href,
    body: method === 'GET' || lacksBody ? null : bodyFor(method, body),
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
