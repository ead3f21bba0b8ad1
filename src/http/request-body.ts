import type { Problem } from '../views/problem.ts';
import { readJson } from '../domain/strict-json.ts';

const maxBodyBytes = 64 * 1024;

export type Body = { readonly bytes: Uint8Array; readonly value: unknown } | { readonly problem: Problem };

/** Reads the JSON body of a request, or says why it is unacceptable. */
export async function readBody(request: Request): Promise<Body> {
  if (!isPlainJson(request.headers)) return { problem: { code: 'media_type_unsupported' } };

  const bytes = await readLimited(request);
  if (bytes === undefined) return { problem: { code: 'body_too_large' } };

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

function isPlainJson(headers: Headers): boolean {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const encoding = headers.get('content-encoding') ?? 'identity';

  return (
    type === 'application/json' && /^(charset="?utf-8"?)?$/.test(charset ?? '') && encoding === 'identity'
  );
}

/** Returns undefined, without reading on, as soon as the body exceeds the limit. */
async function readLimited(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return undefined;

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
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
