import type { Problem } from '../views/problem.ts';
import { readJson } from '../domain/strict-json.ts';

interface Acceptable {
  /** 64 KiB when left out. */
  readonly maxBytes?: number;
  /** Beside JSON. */
  readonly mediaType?: string;
}

const usualMaxBytes = 64 * 1024;

export type Body = { readonly bytes: Uint8Array; readonly value: unknown } | { readonly problem: Problem };

/** Reads the JSON body of a request, or says why it is unacceptable. */
export async function readBody(
  request: Request,
  { maxBytes = usualMaxBytes, mediaType }: Acceptable = {},
): Promise<Body> {
  if (!isPlainJson(request.headers, mediaType)) return { problem: { code: 'media_type_unsupported' } };

  const bytes = await readLimited(request, maxBytes);
  if (bytes === undefined) {
    return { problem: { code: 'body_too_large', detail: `Send at most ${String(maxBytes / 1024)} KiB.` } };
  }

  const text = decode(bytes);
  if (text === undefined) {
    return { problem: { code: 'body_not_json', detail: 'The body is not UTF-8; encode it as UTF-8.' } };
  }

  const json = readJson(text);
  if ('fault' in json) {
    return { problem: { code: 'body_not_json', detail: `The body is not valid JSON: ${json.fault}.` } };
  }
  return { bytes, value: json.value };
}

function isPlainJson(headers: Headers, mediaType: string | undefined): boolean {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const encoding = headers.get('content-encoding') ?? 'identity';

  return (
    ['application/json', mediaType].includes(type) &&
    /^(charset="?utf-8"?)?$/.test(charset ?? '') &&
    encoding === 'identity'
  );
}

/** Returns undefined, without reading on, as soon as the body exceeds the limit. Hono's `body-limit` copies the request to read it again. */
async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined;

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return undefined;
  }
}
