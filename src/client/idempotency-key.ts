/** A random Idempotency-Key. `crypto.randomUUID` would not do: browsers offer it on encrypted pages only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));

  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
