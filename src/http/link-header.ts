import type { Page } from '../search/query/question.ts';

/** Links to the first, previous, next and last page (RFC 8288), relative so that they work behind any proxy. */
export function linkHeader(
  path: string,
  search: URLSearchParams,
  { limit, offset }: Page,
  total: number,
): string {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const pages: [rel: string, offset: number, exists: boolean][] = [
    ['first', 0, true],
    ['prev', Math.max(0, Math.min(offset - limit, last)), offset > 0],
    ['next', offset + limit, offset + limit < total],
    ['last', last, true],
  ];

  return pages
    .filter(([, , exists]) => exists)
    .map(([rel, start]) => `<${path}?${withPage(search, limit, start)}>; rel="${rel}"`)
    .join(', ');
}

function withPage(search: URLSearchParams, limit: number, offset: number): string {
  const next = new URLSearchParams(search);
  next.set('limit', String(limit));
  next.set('offset', String(offset));
  return next.toString();
}
