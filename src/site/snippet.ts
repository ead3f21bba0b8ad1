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
