/** A page as Markdown (RFC 7763). Pages of any site may read it. */
export function markdownResponse(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
}
