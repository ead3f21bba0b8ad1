/** A page as Markdown (RFC 7763). Pages of any site may read it. */
export function markdownResponse(text: string, status: 200 | 410 = 200): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
}
