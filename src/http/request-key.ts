import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers that answers may depend on. */
const significant = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Cache-Control',
  'Cookie',
  'Host',
  'If-None-Match',
];

/** Headers that no answer depends on. */
const ignored = [
  ...[
    'Connection',
    'DNT',
    'Origin',
    'Pragma',
    'Priority',
    'Referer',
    'User-Agent',
    'Upgrade-Insecure-Requests',
  ],
  ...['Sec-CH-UA', 'Sec-CH-UA-Mobile', 'Sec-CH-UA-Platform', 'Sec-GPC'],
  ...['Sec-Fetch-Dest', 'Sec-Fetch-Mode', 'Sec-Fetch-Site', 'Sec-Fetch-User'],
  ...['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP'],
  ...['X-Request-Id', 'Traceparent', 'Tracestate'],
];

/** The mark of a header in the key, before its value; `''` for one that adds nothing. By both spellings that clients use. */
const additions = new Map<string | undefined, string>([
  ...significant.flatMap((name) => inBothSpellings(name, `\n${name}: `)),
  ...ignored.flatMap((name) => inBothSpellings(name, '')),
]);

/** Longer keys are rarely asked for twice. */
const maxLength = 4096;

/**
 * Everything in a request that its answer may depend on, as one text: requests with the same key are equal. Undefined for all but the plainest
 * reads: for other methods, versions and headers, and for clients that close their connection.
 */
export function requestKey(
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  { shouldKeepAlive }: ServerResponse,
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (httpVersion !== '1.1' || !shouldKeepAlive) return undefined;

  let key = `${method} ${url ?? '/'}`;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const addition = additions.get(rawHeaders[i]);
    if (addition === undefined) return undefined;
    if (addition !== '') key += addition + (rawHeaders[i + 1] ?? '');
  }
  return key.length > maxLength ? undefined : key;
}

function inBothSpellings(name: string, addition: string): [string, string][] {
  return [
    [name, addition],
    [name.toLowerCase(), addition],
  ];
}
