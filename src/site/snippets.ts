import { curlSnippet } from './curl-snippet.ts';
import type { PayableTerms } from './payable-terms.ts';
import { pythonSnippet } from './python-snippet.ts';
import type { Snippet, SnippetMethod } from './snippet.ts';
import { typeScriptSnippet } from './typescript-snippet.ts';

/**
 * Code that buys one request: it pays these terms and nothing else. The method is GET unless a check found another.
 */
export function snippetsFor(endpoint: string, terms: PayableTerms, method: SnippetMethod = 'GET'): Snippet[] {
  const request = { endpoint, method };

  return [curlSnippet(request), typeScriptSnippet(request, terms), pythonSnippet(request, terms)];
}
