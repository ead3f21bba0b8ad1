import type { ProbeMethod } from '../domain/probe.ts';

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

/**
 * The request to a service, without a payment. URL and body are untrusted, and people paste this code into shells and programs, so each
 * language quotes them as literals of its own.
 */
export interface SnippetRequest {
  readonly method: ProbeMethod;
  readonly url: string;
  /** JSON in visible ASCII; null for a request without a body. */
  readonly body: string | null;
}
