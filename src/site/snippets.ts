import { curlSnippet } from './curl-snippet.ts';
import type { PayableTerms } from './payable-terms.ts';
import { pythonSnippet } from './python-snippet.ts';
import { typeScriptSnippet } from './typescript-snippet.ts';

/** How to call a service in one language. */
export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** What to copy, in order: commands and the file that they run. */
  readonly blocks: readonly SnippetBlock[];
}

interface SnippetBlock {
  /** What to do with the code. */
  readonly label: string;
  /** What is copied, for the button's label: `how to install for Python`. */
  readonly what: string;
  readonly code: string;
}

/** The request to a service, without a payment. */
export interface SnippetRequest {
  /** Untrusted text. People paste this code into shells and programs, so each language quotes it as a literal of its own. */
  readonly endpoint: string;
  readonly method: SnippetMethod;
}

export type SnippetMethod = 'GET' | 'POST';

/**
 * Code that buys one request: it pays these terms and nothing else. The method is GET unless a check found another.
 */
export function snippetsFor(endpoint: string, terms: PayableTerms, method: SnippetMethod = 'GET'): Snippet[] {
  const request = { endpoint, method };

  return [curlSnippet(request), typeScriptSnippet(request, terms), pythonSnippet(request, terms)];
}
