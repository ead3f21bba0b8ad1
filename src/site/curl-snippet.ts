import { copied, labels } from '#texts/snippets.ts';
import { shellWord } from './shell-word.ts';
import type { Snippet, SnippetRequest } from './snippet.ts';

/** Asks for the terms without paying, once as they are and once readably. */
export function curlSnippet(request: SnippetRequest): Snippet {
  return {
    id: 'curl',
    title: 'curl',
    blocks: [
      { label: labels.ask, what: copied.example({ language: 'curl' }), code: unpaidRequest(request) },
      {
        label: labels.readTerms,
        what: copied.readTerms,
        code: readableTerms(request),
      },
    ],
  };
}

/** Calls a service that asks for no payment. */
export function plainSnippet(request: SnippetRequest): Snippet {
  return {
    id: 'curl',
    title: 'curl',
    blocks: [
      { label: labels.sendPlain, what: copied.example({ language: 'curl' }), code: unpaidRequest(request) },
    ],
  };
}

/** Requests the terms without paying. */
function unpaidRequest(request: SnippetRequest): string {
  return `curl --include ${argumentsOf(request)}`;
}

/** Decodes the header, or else takes the body. What it prints holds no control characters, since Python escapes them. */
function readableTerms(request: SnippetRequest): string {
  const [header, body] = [`tolower($1) == "payment-required:" { terms = $2 }`, `isBody { body = body $0 }`];
  const end = `END { if (terms) print terms | "base64 --decode"; else print body }`;

  return `curl --silent --show-error --include ${argumentsOf(request)} | tr -d '\\r' |
  awk '${header} ${body} /^$/ { isBody = 1 } ${end}' |
  python3 -m json.tool`;
}

/** `--globoff` keeps curl from reading brackets as a range. */
function argumentsOf({ method, url, body }: SnippetRequest): string {
  const isImplied = method === 'GET' || (method === 'POST' && body !== null);

  return [
    '--globoff',
    ...(isImplied ? [] : ['--request', method]),
    ...(body === null
      ? []
      : ['--header', shellWord('Content-Type: application/json'), '--data', shellWord(body)]),
    shellWord(url),
  ].join(' ');
}
