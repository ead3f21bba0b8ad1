import { keyForms } from '#texts/families.ts';
import { keyWanted, limitsOfProgram } from '#texts/snippets.ts';
import type { ProbeMethod } from '../domain/described-request.ts';
import { amountIn } from '../texts/formats.ts';
import type { PayableTerms } from './payable-terms.ts';

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

interface Sentences {
  /** Where PRIVATE_KEY is missing or is no key. */
  readonly askForKey: string;
  /** What can have been paid at most, after a failure. */
  readonly limits: string;
}

/** What a program that pays says, the same in every programming language. */
export function sentencesOf({ family, networkTitle, payTo, symbol, price }: PayableTerms): Sentences {
  return {
    askForKey: keyWanted({ symbol, network: networkTitle, form: keyForms[family] }),
    limits: limitsOfProgram({ most: amountIn(symbol, price), payTo, network: networkTitle }),
  };
}

/** A text as a literal: none of ours contains what JSON, TypeScript and Python read differently. */
export function literal(text: string): string {
  return JSON.stringify(text);
}
