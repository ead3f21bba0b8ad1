import { readJson } from './strict-json.ts';

/** Reads what headers of x402 hold, JSON in base64. Undefined for anything else. */
export function fromBase64Json(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const json = readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return 'value' in json ? json.value : undefined;
  } catch {
    return undefined;
  }
}

export function toBase64Json(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));

  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
